import math

import mindspore as ms
import numpy as np
from helper import highpass_biquad, treble_biquad


def loudness(waveform, sample_rate) -> ms.Tensor:
    """How loud sound (..., channels, L) is by ITU-R BS.1770-4, in LKFS: (...).

    Equals torchaudio.functional.loudness; it has no gradient and needs PyNative mode.
    """
    if waveform.shape[-2] > 5:
        raise ValueError("Only up to 5 channels are supported.")
    heard = treble_biquad(waveform, sample_rate, 4.0, 1500.0, 1 / math.sqrt(2))
    heard = highpass_biquad(heard, sample_rate, 38.0, 0.5).asnumpy()
    length = round(0.4 * sample_rate)
    step = round(length * 0.25)
    blocks = np.lib.stride_tricks.sliding_window_view(heard**2, length, -1)[..., ::step, :]
    energy = blocks.mean(-1)
    gains = np.array([1.0, 1.0, 1.0, 1.41, 1.41], heard.dtype)[: heard.shape[-2]]

    def level(energies):
        return 10 * np.log10((gains * energies).sum(-1)) - 0.691

    def mean_of(kept):
        return (kept[..., None, :] * energy).sum(-1) / kept.sum(-1)[..., None]

    with np.errstate(divide="ignore", invalid="ignore"):
        levels = level(energy.swapaxes(-1, -2))
        kept = levels > -70
        kept &= levels > level(mean_of(kept))[..., None] - 10
        return ms.Tensor(level(mean_of(kept)), waveform.dtype)
