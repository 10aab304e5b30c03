import mindspore as ms
from mindspore import ops


def compute_deltas(specgram, win_length=5, mode="replicate") -> ms.Tensor:
    """Slopes along time of specgram (..., freq, time), by least squares over win_length frames.

    Equals torchaudio.functional.compute_deltas.
    """
    n, frames = (win_length - 1) // 2, specgram.shape[-1]
    rows = ops.pad(specgram.reshape(1, -1, frames), (n, n), mode)
    parts = [rows[..., start : start + frames] * (start - n) for start in range(2 * n + 1)]
    return (sum(parts) / (n * (n + 1) * (2 * n + 1) / 3)).reshape(specgram.shape)
