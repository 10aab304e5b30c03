from mindspore import nn, ops


class CircularPad1d(nn.Cell):
    """Continue the last axis on both sides with the values of the other end.

    Equals torch.nn.CircularPad1d.
    """

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * 2 if isinstance(padding, int) else tuple(padding)

    def construct(self, input):
        return ops.pad(input, self.padding, mode="circular")
