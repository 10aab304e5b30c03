import mindspore as ms
from helper import spectrogram
from mindspore import ops


def spectral_centroid(
    waveform, sample_rate, pad, window, n_fft, hop_length, win_length
) -> ms.Tensor:
    """The mean frequency in Hz of each frame, weighted by its magnitudes: (..., L) to (..., frames).

    Equals torchaudio.functional.spectral_centroid.
    """
    magnitudes = spectrogram(waveform, pad, window, n_fft, hop_length, win_length, 1.0, False)
    frequencies = ops.linspace(0, sample_rate // 2, 1 + n_fft // 2).reshape(-1, 1)
    return (frequencies * magnitudes).sum(-2) / magnitudes.sum(-2)
