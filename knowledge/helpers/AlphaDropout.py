from mindspore import nn, ops


class AlphaDropout(nn.Cell):
    """In training, drops values to the lower end of SELU, keeping mean and variance.

    Equals torch.nn.AlphaDropout, with MindSpore's random numbers.
    """

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p = p

    def construct(self, input):
        if not self.training or self.p == 0:
            return input
        low = -1.7580993408473766
        scale = ((1 - self.p) * (1 + self.p * low**2)) ** -0.5 if self.p < 1 else 0.0
        keep = ops.rand(input.shape) >= self.p
        kept = ops.where(keep, input, ops.full_like(input, low))
        return (kept * scale - scale * self.p * low).astype(input.dtype)
