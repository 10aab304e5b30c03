import mindspore as ms
from helper import istft
from mindspore import ops


def inverse_spectrogram(
    spectrogram,
    length,
    pad,
    window,
    n_fft,
    hop_length,
    win_length,
    normalized,
    center=True,
    pad_mode="reflect",
    onesided=True,
) -> ms.Tensor:
    """The signal of complex spectra: (..., n_fft // 2 + 1, frames) to (..., L), L = length if given.

    Equals torchaudio.functional.inverse_spectrogram for one side.
    """
    if not onesided:
        raise NotImplementedError("inverse_spectrogram takes one side")
    shape = spectrogram.shape
    signal = istft(
        spectrogram.reshape(-1, *shape[-2:]),
        n_fft,
        hop_length,
        win_length,
        window,
        center,
        normalized == "frame_length",
        None if length is None else length + 2 * pad,
    )
    if normalized is True or normalized == "window":
        signal = signal * ops.sqrt((window**2).sum())
    if length is not None and pad > 0:
        signal = signal[:, pad:-pad]
    return signal.reshape(shape[:-2] + signal.shape[-1:])
