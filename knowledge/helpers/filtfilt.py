import mindspore as ms
from helper import lfilter


def filtfilt(waveform, a_coeffs, b_coeffs, clamp=True) -> ms.Tensor:
    """A recursive filter there and back along time, so that it delays nothing: (..., L).

    Equals torchaudio.functional.filtfilt; it has no gradient and needs PyNative mode.
    """
    there = lfilter(waveform, a_coeffs, b_coeffs, clamp=False).flip((-1,))
    return lfilter(there, a_coeffs, b_coeffs, clamp=clamp).flip((-1,))
