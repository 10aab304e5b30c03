import mindspore as ms
from mindspore import ops


def stft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    pad_mode="reflect",
    normalized=False,
    onesided=None,
    return_complex=True,
) -> ms.Tensor:
    """The spectra of the frames of a real signal: (L) or (B, L) to (*, n_fft // 2 + 1, frames).

    Equals torch.stft for real signals; without onesided there are n_fft frequencies, and without
    return_complex the real and imaginary parts stand along a last axis.
    """
    if input.is_complex():
        raise ValueError("stft takes real signals.")
    hop, length = hop_length or n_fft // 4, win_length or n_fft
    signal = input if input.ndim == 2 else input.expand_dims(0)
    if center:
        signal = ops.pad(signal.expand_dims(1), (n_fft // 2, n_fft // 2), pad_mode).squeeze(1)
    weights = ops.ones((length,), signal.dtype) if window is None else window
    before = (n_fft - length) // 2
    weights = ops.Pad(((before, n_fft - length - before),))(weights)
    starts = range(0, signal.shape[1] - n_fft + 1, hop)
    frames = ops.stack([signal[:, start : start + n_fft] for start in starts], axis=1)
    transform = ops.fft if onesided is False else ops.rfft
    spectra = transform(frames * weights, norm="ortho" if normalized else "backward")
    spectra = spectra.swapaxes(1, 2)
    if not return_complex:
        spectra = ops.stack((ops.real(spectra), ops.imag(spectra)), axis=-1)
    return spectra if input.ndim == 2 else spectra[0]
