from mindspore import ops
from mindspore.mint import distributed as dist


def scatter_from_rank(tensor, scatter_list=None, src=0, group=None):
    """Put a tensor of the process src, which alone has to give scatter_list, into each process's tensor.

    Equals torch.distributed.scatter.
    """
    if scatter_list is None:
        scatter_list = [ops.zeros_like(tensor) for _ in range(dist.get_world_size(group))]
    dist.scatter(tensor, scatter_list, src, group)
