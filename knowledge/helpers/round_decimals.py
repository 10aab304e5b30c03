import mindspore as ms
from mindspore import ops


def round_decimals(input, decimals=0) -> ms.Tensor:
    """The values rounded to decimals behind the point, half to even; before it if negative.

    Equals torch.round.
    """
    if decimals == 0:
        return ops.round(input)
    scale = 10.0 ** abs(decimals)
    return ops.round(input * scale) / scale if decimals > 0 else ops.round(input / scale) * scale
