from mindspore import nn, ops


class ReplicationPad2d(nn.Cell):
    """Continue the last 2 axes on both sides with the value at that end.

    Equals torch.nn.ReplicationPad2d.
    """

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * 4 if isinstance(padding, int) else tuple(padding)

    def construct(self, input):
        return ops.pad(input, self.padding, mode="replicate")
