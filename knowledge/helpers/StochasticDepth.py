from mindspore import nn, ops


class StochasticDepth(nn.Cell):
    """In training, zeroes the whole input ("batch") or samples of it ("row") with probability p.

    Equals torchvision.ops.StochasticDepth, with MindSpore's random numbers.
    """

    def __init__(self, p, mode):
        super().__init__()
        if not 0 <= p <= 1 or mode not in ("batch", "row"):
            raise ValueError("p must be in [0, 1], and mode 'batch' or 'row'.")
        self.p = p
        self.mode = mode

    def construct(self, input):
        if not self.training or self.p == 0:
            return input
        rows = input.shape[0] if self.mode == "row" else 1
        kept = ops.rand((rows,) + (1,) * (input.ndim - 1)) >= self.p
        return input * kept.astype(input.dtype) / (1 - self.p if self.p < 1 else 1)
