from mindspore import nn


class TransformLayer(nn.Cell):
    """A transform of tensors as a layer, for what holds layers."""

    def __init__(self, transform):
        super().__init__()
        self.transform = transform

    def construct(self, img):
        return self.transform(img)
