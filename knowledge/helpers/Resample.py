import mindspore as ms
from helper import apply_kernels, sinc_kernels
from mindspore import nn


class Resample(nn.Cell):
    """A signal (..., L) at another rate: (..., ceil(L * new_freq / orig_freq)).

    Equals torchaudio.transforms.Resample.
    """

    def __init__(
        self,
        orig_freq=16000,
        new_freq=16000,
        resampling_method="sinc_interp_hann",
        lowpass_filter_width=6,
        rolloff=0.99,
        beta=None,
        *,
        dtype=None,
    ):
        super().__init__()
        self.orig_freq = orig_freq
        self.new_freq = new_freq
        self.resampling_method = resampling_method
        self.lowpass_filter_width = lowpass_filter_width
        self.rolloff = rolloff
        self.beta = beta
        if orig_freq != new_freq:
            how = (lowpass_filter_width, rolloff, resampling_method, beta, dtype or ms.float32)
            self.register_buffer("kernel", sinc_kernels(orig_freq, new_freq, *how))

    def construct(self, waveform):
        if self.orig_freq == self.new_freq:
            return waveform
        return apply_kernels(waveform, self.kernel, self.orig_freq, self.new_freq)
