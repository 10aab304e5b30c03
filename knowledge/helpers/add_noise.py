import mindspore as ms
from mindspore import ops


def add_noise(waveform, noise, snr, lengths=None) -> ms.Tensor:
    """waveform + noise (..., L), the noise scaled to the ratio snr (...) in dB.

    Equals torchaudio.functional.add_noise: lengths (...) tells how many samples count for the ratio.
    """
    powers = []
    for signal in (waveform, noise):
        if lengths is not None:
            signal = signal * (ops.arange(signal.shape[-1]) < lengths.expand_dims(-1))
        powers.append(ops.log10((signal**2).sum(-1)))
    scale = 10 ** ((10 * (powers[0] - powers[1]) - snr) / 20.0)
    return waveform + scale.expand_dims(-1) * noise
