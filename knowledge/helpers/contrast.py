import math

import mindspore as ms
from mindspore import ops


def contrast(waveform, enhancement_amount=75.0) -> ms.Tensor:
    """A signal (..., L) that sounds louder; enhancement_amount is 0 to 100.

    Equals torchaudio.functional.contrast.
    """
    if not 0 <= enhancement_amount <= 100:
        raise ValueError("Allowed range of values for enhancement_amount : 0-100")
    angle = waveform * (math.pi / 2)
    return ops.sin(angle + ops.sin(angle * 4) * (enhancement_amount / 750))
