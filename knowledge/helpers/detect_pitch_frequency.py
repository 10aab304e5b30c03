import math

import mindspore as ms
import numpy as np


def detect_pitch_frequency(
    waveform, sample_rate, frame_time=0.01, win_length=30, freq_low=85, freq_high=3400
) -> ms.Tensor:
    """The pitch of each frame of a signal (..., L) in Hz: (..., frames), smoothed by medians.

    Does what torchaudio.functional.detect_pitch_frequency does, with numpy.
    """
    lags = math.ceil(sample_rate / freq_low)
    size = math.ceil(sample_rate * frame_time)
    signal = waveform.asnumpy()
    frames = math.ceil(signal.shape[-1] / size)
    missing = lags + frames * size - signal.shape[-1]
    signal = np.pad(signal, [(0, 0)] * (signal.ndim - 1) + [(0, missing)])

    def framed(lag):
        return signal[..., lag : lag + frames * size].reshape(*signal.shape[:-1], frames, size)

    def square(frame):
        return (np.linalg.norm(frame, axis=-1) + 1e-9) ** 2

    first = framed(0)
    alike = np.stack(
        [
            (first * framed(lag)).sum(-1) / square(first) / square(framed(lag))
            for lag in range(1, lags + 1)
        ],
        -1,
    )
    shortest = math.ceil(sample_rate / freq_high)
    best, half = alike[..., shortest:], alike[..., shortest : lags // 2]
    near = half.max(-1) > 0.99 * best.max(-1)
    found = np.where(near, half.argmax(-1), best.argmax(-1)) + shortest + 1
    before = (win_length - 1) // 2
    found = np.concatenate([found[..., :1]] * before + [found], -1)
    windows = np.lib.stride_tricks.sliding_window_view(found, win_length, -1)
    medians = np.sort(windows, -1)[..., before]
    return ms.Tensor(sample_rate / (medians + 1e-9), ms.float32)
