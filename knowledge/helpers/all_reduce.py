import mindspore as ms
import numpy as np
from mindspore import mint


def all_reduce(tensor, op="sum", group=None, async_op=False) -> None:
    """Reduce over all processes what MindSpore's all_reduce refuses: float64, bool and uint8.

    tensor: any shape; it holds the result afterwards. Equals torch.distributed.all_reduce, which
    gives a handle for async_op: here the result is there at once.
    """
    array = tensor.asnumpy()
    is_wide = array.dtype == np.float64
    sent = array.reshape(-1).view(np.int32) if is_wide else array.reshape(-1).astype(np.int32)
    count = mint.distributed.get_world_size(group)
    parts = [ms.Tensor(np.zeros_like(sent)) for _ in range(count)]
    mint.distributed.all_gather(parts, ms.Tensor(sent), group)
    rows = [part.asnumpy().view(array.dtype) if is_wide else part.asnumpy() for part in parts]
    reduce = {"sum": np.sum, "max": np.max, "min": np.min, "prod": np.prod}[op]
    total = reduce(np.stack(rows), axis=0).astype(array.dtype).reshape(array.shape)
    tensor.copy_(ms.Tensor(total))
