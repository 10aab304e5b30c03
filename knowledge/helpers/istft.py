import mindspore as ms
from mindspore import ops


def istft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    normalized=False,
    length=None,
) -> ms.Tensor:
    """The real signal of which stft gave input: (n_fft // 2 + 1, frames) or (B, ...) to (*, L).

    Equals torch.istft for one side and real signals.
    """
    hop, size = hop_length or n_fft // 4, win_length or n_fft
    spectra = input if input.ndim == 3 else input.expand_dims(0)
    norm = "ortho" if normalized else "backward"
    frames = ops.irfft(spectra.swapaxes(1, 2), n_fft, norm=norm)
    weights = ops.ones((size,), frames.dtype) if window is None else window
    before = (n_fft - size) // 2
    weights = ops.Pad(((before, n_fft - size - before),))(weights)
    total = n_fft + hop * (frames.shape[1] - 1)
    # Overlapping frames are added, and divided by what their windows come to.
    parts = ops.cat([frames * weights, ops.ones_like(frames[:1]) * weights**2])
    sizes = ms.Tensor((1, total), ms.int32)
    added = ops.fold(parts.swapaxes(1, 2), sizes, (1, n_fft), 1, 0, (1, hop))
    added = added.reshape(parts.shape[0], total)
    first = n_fft // 2 if center else 0
    behind = total - first if length is None else first + length
    signal = added[:-1, first:behind] / added[-1, first:behind]
    if length is not None and signal.shape[1] < length:
        signal = ops.Pad(((0, 0), (0, length - signal.shape[1])))(signal)
    return signal if input.ndim == 3 else signal[0]
