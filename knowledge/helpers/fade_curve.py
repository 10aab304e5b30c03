import math

import mindspore as ms
import numpy as np


def fade_curve(length, fade_len, fade_shape) -> ms.Tensor:
    """How loud a fading in is over length samples: it rises from 0 to 1 over the first fade_len.

    fade_shape is one of torchaudio.transforms.Fade; backwards it fades out.
    """
    times = np.linspace(0, 1, fade_len)
    if fade_shape == "exponential":
        times = 2 ** (times - 1) * times
    elif fade_shape == "logarithmic":
        times = np.log10(0.1 + times) + 1
    elif fade_shape == "quarter_sine":
        times = np.sin(times * math.pi / 2)
    elif fade_shape == "half_sine":
        times = np.sin(times * math.pi - math.pi / 2) / 2 + 0.5
    curve = np.concatenate((times, np.ones(length - fade_len)))
    return ms.Tensor(curve.clip(0, 1), ms.float32)
