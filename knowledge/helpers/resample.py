import mindspore as ms
from helper import apply_kernels, sinc_kernels


def resample(
    waveform,
    orig_freq,
    new_freq,
    lowpass_filter_width=6,
    rolloff=0.99,
    resampling_method="sinc_interp_hann",
    beta=None,
) -> ms.Tensor:
    """A signal (..., L) at another rate: (..., ceil(L * new_freq / orig_freq)).

    Equals torchaudio.functional.resample.
    """
    if orig_freq == new_freq:
        return waveform
    how = (lowpass_filter_width, rolloff, resampling_method, beta, waveform.dtype)
    kernels = sinc_kernels(orig_freq, new_freq, *how)
    return apply_kernels(waveform, kernels, orig_freq, new_freq)
