from mindspore import nn, ops


class Vol(nn.Cell):
    """A signal (..., L) amplified and clipped to -1 to 1; gain_type is amplitude, power or db.

    Equals torchaudio.transforms.Vol.
    """

    def __init__(self, gain, gain_type="amplitude"):
        super().__init__()
        self.gain = gain
        self.gain_type = gain_type

    def construct(self, waveform):
        factor = self.gain
        if self.gain_type == "db":
            factor = 10 ** (self.gain / 20)
        elif self.gain_type == "power":
            factor = self.gain**0.5
        return ops.clamp(waveform * factor, -1, 1)
