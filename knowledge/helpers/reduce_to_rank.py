from mindspore import ops
from mindspore.mint import distributed as dist


def reduce_to_rank(tensor, dst, op=ops.ReduceOp.SUM, group=None):
    """Reduce tensor over all processes, in place in the process dst; the others keep theirs.

    Equals torch.distributed.reduce.
    """
    result = tensor.copy()
    dist.all_reduce(result, op, group)
    if dist.get_rank() == dst:
        tensor.copy_(result)
