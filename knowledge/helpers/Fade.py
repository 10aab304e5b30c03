from helper import fade_curve
from mindspore import nn


class Fade(nn.Cell):
    """A signal (..., L) that fades in over its first samples and out over its last ones.

    Equals torchaudio.transforms.Fade.
    """

    def __init__(self, fade_in_len=0, fade_out_len=0, fade_shape="linear"):
        super().__init__()
        self.fade_in_len = fade_in_len
        self.fade_out_len = fade_out_len
        self.fade_shape = fade_shape

    def construct(self, waveform):
        length = waveform.shape[-1]
        fade_in = fade_curve(length, self.fade_in_len, self.fade_shape)
        fade_out = fade_curve(length, self.fade_out_len, self.fade_shape).flip((0,))
        return waveform * fade_in * fade_out
