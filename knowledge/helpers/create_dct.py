import math

import mindspore as ms
import numpy as np


def create_dct(n_mfcc, n_mels, norm) -> ms.Tensor:
    """The cosine transform of type 2 as a float32 matrix (n_mels, n_mfcc); norm is "ortho" or None.

    Equals torchaudio.functional.create_dct.
    """
    waves = np.cos(math.pi / n_mels * (np.arange(n_mels)[:, None] + 0.5) * np.arange(n_mfcc))
    if norm is None:
        return ms.Tensor(waves * 2.0, ms.float32)
    waves[:, 0] *= math.sqrt(0.5)
    return ms.Tensor(waves * math.sqrt(2.0 / n_mels), ms.float32)
