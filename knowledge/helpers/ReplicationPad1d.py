from mindspore import nn, ops


class ReplicationPad1d(nn.Cell):
    """Continue the last axis on both sides with the value at that end.

    Equals torch.nn.ReplicationPad1d.
    """

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * 2 if isinstance(padding, int) else tuple(padding)

    def construct(self, input):
        return ops.pad(input, self.padding, mode="replicate")
