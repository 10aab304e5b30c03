from helper import Resample
from mindspore import nn, ops


class Speed(nn.Cell):
    """A signal (..., L) played factor times as fast, and its lengths (...) then, or None.

    Equals torchaudio.transforms.Speed.
    """

    def __init__(self, orig_freq, factor):
        super().__init__()
        self.orig_freq = orig_freq
        self.factor = factor
        self.resampler = Resample(int(factor * orig_freq), int(orig_freq))

    def construct(self, waveform, lengths=None):
        if lengths is not None:
            there, here = self.resampler.new_freq, self.resampler.orig_freq
            lengths = ops.ceil(lengths * there / here).astype(lengths.dtype)
        return self.resampler(waveform), lengths
