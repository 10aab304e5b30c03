from mindspore import nn, ops


class ReplicationPad3d(nn.Cell):
    """Continue the last 3 axes on both sides with the value at that end.

    Equals torch.nn.ReplicationPad3d.
    """

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * 6 if isinstance(padding, int) else tuple(padding)

    def construct(self, input):
        return ops.pad(input, self.padding, mode="replicate")
