import mindspore as ms
from helper import lfilter


def biquad(waveform, b0, b1, b2, a0, a1, a2) -> ms.Tensor:
    """A recursive filter of the second order along time, (..., L) to (..., L), clipped to -1 to 1.

    Equals torchaudio.functional.biquad; it has no gradient and needs PyNative mode.
    """
    a, b = ([float(number) for number in numbers] for numbers in ((a0, a1, a2), (b0, b1, b2)))
    return lfilter(waveform, ms.Tensor(a, waveform.dtype), ms.Tensor(b, waveform.dtype))
