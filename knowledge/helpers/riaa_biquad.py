import math

import mindspore as ms
import numpy as np
from helper import biquad


def riaa_biquad(waveform, sample_rate) -> ms.Tensor:
    """A signal (..., L) of a record player, evened out by the RIAA's curve, clipped to -1 to 1.

    Equals torchaudio.functional.riaa_biquad; it has no gradient and needs PyNative mode.
    """
    roots = {
        44100: ((-0.2014898, 0.9233820), (0.7083149, 0.9924091)),
        48000: ((-0.1766069, 0.9321590), (0.7396325, 0.9931330)),
        88200: ((-0.1168735, 0.9648312), (0.8590646, 0.9964002)),
        96000: ((-0.1141486, 0.9676817), (0.8699137, 0.9966946)),
    }
    if sample_rate not in roots:
        raise ValueError("Sample rate must be 44.1k, 48k, 88.2k, or 96k")
    zeros, poles = roots[sample_rate]
    turn = np.exp(-2j * math.pi * 1000 / sample_rate)
    at_1_khz = [abs((1 - first * turn) * (1 - second * turn)) for first, second in (zeros, poles)]
    gain = float(at_1_khz[1] / at_1_khz[0])
    return biquad(
        waveform,
        gain,
        -gain * sum(zeros),
        gain * zeros[0] * zeros[1],
        1.0,
        -sum(poles),
        poles[0] * poles[1],
    )
