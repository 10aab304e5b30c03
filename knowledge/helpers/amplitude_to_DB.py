import mindspore as ms
from mindspore import ops


def amplitude_to_DB(x, multiplier, amin, db_multiplier, top_db=None) -> ms.Tensor:
    """Decibels of x (..., freq, time); with top_db none is further than that below a sample's peak.

    Equals torchaudio.functional.amplitude_to_DB: channels (..., channel, freq, time) share a peak.
    """
    decibels = multiplier * ops.log10(ops.clamp(x, min=amin)) - multiplier * db_multiplier
    if top_db is None:
        return decibels
    sample = tuple(range(-min(x.ndim, 3), 0))
    return ops.maximum(decibels, decibels.amax(sample, True) - top_db)
