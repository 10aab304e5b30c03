import math

import mindspore as ms
from helper import hann_window, istft, phase_vocoder, resample, stft
from mindspore import ops


def pitch_shift(
    waveform,
    sample_rate,
    n_steps,
    bins_per_octave=12,
    n_fft=512,
    win_length=None,
    hop_length=None,
    window=None,
) -> ms.Tensor:
    """A signal (..., L) that sounds n_steps of an octave's bins higher, at the same speed.

    Equals torchaudio.functional.pitch_shift.
    """
    shape, hop, size = waveform.shape, hop_length or n_fft // 4, win_length or n_fft
    window = hann_window(size) if window is None else window
    rate = 2.0 ** (-n_steps / bins_per_octave)
    spectra = stft(waveform.reshape(-1, shape[-1]), n_fft, hop, size, window)
    advance = ops.linspace(0, math.pi * hop, spectra.shape[-2]).expand_dims(-1)
    spectra = phase_vocoder(spectra, rate, advance)
    stretched = istft(spectra, n_fft, hop, size, window, length=round(shape[-1] / rate))
    shifted = resample(stretched, int(sample_rate / rate), sample_rate)[:, : shape[-1]]
    missing = shape[-1] - shifted.shape[-1]
    return ops.Pad(((0, 0), (0, missing)))(shifted).reshape(shape)
