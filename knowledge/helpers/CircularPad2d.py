from mindspore import nn, ops


class CircularPad2d(nn.Cell):
    """Continue the last 2 axes on both sides with the values of the other end.

    Equals torch.nn.CircularPad2d.
    """

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * 4 if isinstance(padding, int) else tuple(padding)

    def construct(self, input):
        return ops.pad(input, self.padding, mode="circular")
