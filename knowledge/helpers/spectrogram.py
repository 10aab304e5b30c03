import mindspore as ms
from helper import stft
from mindspore import ops


def spectrogram(
    waveform,
    pad,
    window,
    n_fft,
    hop_length,
    win_length,
    power,
    normalized,
    center=True,
    pad_mode="reflect",
    onesided=True,
    return_complex=None,
) -> ms.Tensor:
    """Spectra of the frames of a signal: (..., L) to (..., freq, frames).

    Equals torchaudio.functional.spectrogram: |spectrum| ** power, complex where power is None.
    """
    shape = waveform.shape
    if normalized is True or normalized == "window":
        window = window / ops.sqrt((window**2).sum())
    signal = ops.Pad(((0, 0), (pad, pad)))(waveform.reshape(-1, shape[-1]))
    spectra = stft(
        signal,
        n_fft,
        hop_length,
        win_length,
        window,
        center,
        pad_mode,
        normalized == "frame_length",
        onesided,
    )
    spectra = spectra.reshape(shape[:-1] + spectra.shape[-2:])
    if power is None:
        return spectra
    magnitudes = ops.ComplexAbs()(spectra)
    return magnitudes if power == 1 else magnitudes**power
