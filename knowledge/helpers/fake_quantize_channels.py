import mindspore as ms
from helper import fake_quantize


def fake_quantize_channels(input, scale, zero_point, axis, quant_min, quant_max) -> ms.Tensor:
    """fake_quantize with a scale and a zero point of its own for each place along the axis.

    Equals torch.fake_quantize_per_channel_affine.
    """
    shape = [1] * input.ndim
    shape[axis] = -1
    scale, zero_point = scale.reshape(shape), zero_point.reshape(shape).astype(ms.float32)
    return fake_quantize(input, scale, zero_point, quant_min, quant_max)
