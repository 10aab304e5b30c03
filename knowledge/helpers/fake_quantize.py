import mindspore as ms
from mindspore import ops


def fake_quantize(input, scale, zero_point, quant_min, quant_max) -> ms.Tensor:
    """Round input to the numbers that integers from quant_min to quant_max stand for.

    The gradient goes through as if nothing was rounded, and is 0 where the range ends. Equals
    torch.fake_quantize_per_tensor_affine.
    """
    whole = ops.stop_gradient(zero_point + ops.round(input * (1 / scale)))
    kept = ops.logical_and(whole >= quant_min, whole <= quant_max).astype(input.dtype)
    rounded = (whole.clip(quant_min, quant_max) - zero_point) * scale
    straight = input - ops.stop_gradient(input)
    return ops.stop_gradient(rounded).astype(input.dtype) + straight * kept
