from mindspore import ops
from mindspore.mint import distributed as dist


def gather_into_tensor(output_tensor, input_tensor, group=None):
    """Put the input tensors of all processes, one after the other, into each process's output_tensor.

    Equals torch.distributed.all_gather_into_tensor.
    """
    parts = [ops.zeros_like(input_tensor) for _ in range(dist.get_world_size(group))]
    dist.all_gather(parts, input_tensor, group)
    output_tensor.copy_(ops.cat(parts).reshape(output_tensor.shape))
