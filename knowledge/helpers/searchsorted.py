import mindspore as ms
from mindspore import mint


def searchsorted(
    sorted_sequence, input, out_int32=False, right=False, side=None, sorter=None
) -> ms.Tensor:
    """Where each value would stand in sorted_sequence, of whatever dtypes the two are.

    Equals torch.searchsorted; the CPU takes two tensors of one dtype, and not of every one.
    """
    if not isinstance(input, ms.Tensor):
        input = ms.tensor(input, ms.float64)
    rare = sorted_sequence.dtype in (ms.float16, ms.bfloat16, ms.bool_, ms.uint8, ms.int8)
    if rare or sorted_sequence.dtype != input.dtype:
        sorted_sequence, input = sorted_sequence.double(), input.double()
    # Asked for int32 after int64, or the other way round, the CPU's kernel gives wrong places.
    places = mint.searchsorted(sorted_sequence, input, right=right, side=side, sorter=sorter)
    return places.int() if out_int32 else places
