import mindspore as ms
from mindspore import ops


def preemphasis(waveform, coeff=0.97) -> ms.Tensor:
    """A signal (..., L) less coeff times the sample before; the first one stays.

    Equals torchaudio.functional.preemphasis.
    """
    return ops.cat((waveform[..., :1], waveform[..., 1:] - coeff * waveform[..., :-1]), -1)
