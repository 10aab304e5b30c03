import mindspore as ms
import numpy as np


def lfilter(waveform, a_coeffs, b_coeffs, clamp=True, batching=True) -> ms.Tensor:
    """A recursive filter along time: (..., L) and coefficients (order + 1,), lowest delay first.

    Equals torchaudio.functional.lfilter: coefficients (N, order + 1) filter the N rows of
    waveform (..., N, L), or make N of each with batching=False. NumPy computes it: it has no
    gradient and needs PyNative mode.
    """
    signal, a, b = (np.asarray(t.asnumpy()) for t in (waveform, a_coeffs, b_coeffs))
    if a.ndim > 1 and not batching:
        signal = np.stack([signal] * len(a), -2)
    a, b = a / a[..., :1], b / a[..., :1]
    order, length = a.shape[-1] - 1, signal.shape[-1]
    padding = [(0, 0)] * (signal.ndim - 1) + [(order, 0)]
    heard, filtered = np.pad(signal, padding), np.zeros_like(np.pad(signal, padding))
    fed = sum(b[..., k, None] * heard[..., order - k :][..., :length] for k in range(order + 1))
    back = a[..., :0:-1]
    for t in range(length):
        past = (back * filtered[..., t : t + order]).sum(-1)
        filtered[..., t + order] = fed[..., t] - past
    result = filtered[..., order:]
    return ms.Tensor(np.clip(result, -1, 1) if clamp else result)
