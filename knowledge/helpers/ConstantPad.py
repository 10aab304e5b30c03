from helper import pad
from mindspore import nn


class ConstantPad(nn.Cell):
    """Pads the last ``axes`` axes with a value; sizes, the last axis first, may be negative.

    Equals torch.nn.ConstantPad1d, ConstantPad2d, ConstantPad3d and, with 0, ZeroPad1d, ZeroPad2d and
    ZeroPad3d. In a compiled graph MindSpore's own have gradients of 0 from the second call on.
    """

    def __init__(self, padding, value=0.0, axes=1):
        super().__init__()
        self.padding = (padding,) * 2 * axes if isinstance(padding, int) else tuple(padding)
        self.value = value

    def construct(self, x):
        return pad(x, self.padding, value=self.value)
