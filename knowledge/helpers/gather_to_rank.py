from mindspore import ops
from mindspore.mint import distributed as dist


def gather_to_rank(tensor, gather_list=None, dst=0, group=None):
    """Put the tensors of all processes into gather_list, which only the process dst has to give.

    Equals torch.distributed.gather.
    """
    if gather_list is None:
        gather_list = [ops.zeros_like(tensor) for _ in range(dist.get_world_size(group))]
    dist.gather(tensor, gather_list, dst, group)
