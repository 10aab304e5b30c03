import mindspore as ms
from helper import complex_product, istft, stft
from mindspore import ops


def griffinlim(
    specgram, window, n_fft, hop_length, win_length, power, n_iter, momentum, length, rand_init
) -> ms.Tensor:
    """A signal (..., L) whose spectrogram (..., n_fft // 2 + 1, frames) is near specgram.

    Equals torchaudio.functional.griffinlim; with rand_init the phases begin at random.
    """
    shape = specgram.shape
    magnitudes = specgram.reshape(-1, *shape[-2:]) ** (1 / power)
    phases = ops.rand(*magnitudes.shape) if rand_init else ops.ones_like(magnitudes)
    imaginary = ops.rand(*magnitudes.shape) if rand_init else ops.zeros_like(magnitudes)
    turns, before = ops.Complex()(phases, imaginary), None
    how = (n_fft, hop_length, win_length, window)
    for _ in range(n_iter):
        spectra = stft(istft(complex_product(turns, magnitudes), *how, length=length), *how)
        turns = spectra
        if before is not None:
            turns = turns - before * (momentum / (1 + momentum))
        turns = complex_product(turns, 1 / (ops.ComplexAbs()(turns) + 1e-16))
        before = spectra
    signal = istft(complex_product(turns, magnitudes), *how, length=length)
    return signal.reshape(shape[:-2] + signal.shape[-1:])
