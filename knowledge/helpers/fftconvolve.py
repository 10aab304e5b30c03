import mindspore as ms
from helper import complex_product
from mindspore import ops


def fftconvolve(x, y, mode="full") -> ms.Tensor:
    """x (..., N) convolved with y (..., M): (..., N + M - 1), or the middle of it.

    Equals torchaudio.functional.fftconvolve: mode is "full", "valid" or "same" (N samples).
    """
    count = x.shape[-1] + y.shape[-1] - 1
    result = ops.irfft(complex_product(ops.rfft(x, count), ops.rfft(y, count)), count)
    if mode == "full":
        return result
    valid = abs(x.shape[-1] - y.shape[-1]) + 1
    length = x.shape[-1] if mode == "same" else valid
    start = (count - length) // 2
    return result[..., start : start + length]
