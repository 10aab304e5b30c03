import math

import mindspore as ms
from mindspore import ops


def apply_kernels(waveform, kernels, orig_freq, new_freq) -> ms.Tensor:
    """A signal (..., L) at another rate: (..., ceil(L * new_freq / orig_freq)); see sinc_kernels."""
    divisor = math.gcd(int(orig_freq), int(new_freq))
    orig, new = int(orig_freq) // divisor, int(new_freq) // divisor
    shape = waveform.shape
    width = (kernels.shape[-1] - orig) // 2
    signal = ops.Pad(((0, 0), (0, 0), (width, width + orig)))(waveform.reshape(-1, 1, shape[-1]))
    phases = ops.conv1d(signal, kernels, stride=orig)
    resampled = phases.swapaxes(1, 2).reshape(phases.shape[0], -1)
    return resampled[:, : math.ceil(new * shape[-1] / orig)].reshape(*shape[:-1], -1)
