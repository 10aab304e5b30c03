from mindspore import nn


class Permute(nn.Cell):
    """A layer that orders the axes of its input as dims tells.

    Equals torchvision.ops.Permute.
    """

    def __init__(self, dims):
        super().__init__()
        self.dims = tuple(dims)

    def construct(self, x):
        return x.permute(self.dims)
