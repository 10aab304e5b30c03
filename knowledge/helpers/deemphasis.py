import mindspore as ms
from helper import lfilter


def deemphasis(waveform, coeff=0.97) -> ms.Tensor:
    """A signal (..., L) to which coeff times the result before is added, clipped to -1 to 1.

    Equals torchaudio.functional.deemphasis; it has no gradient and needs PyNative mode.
    """
    dtype = waveform.dtype
    return lfilter(waveform, ms.Tensor([1.0, -coeff], dtype), ms.Tensor([1.0, 0.0], dtype))
