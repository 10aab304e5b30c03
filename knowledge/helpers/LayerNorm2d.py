from mindspore import nn


class LayerNorm2d(nn.LayerNorm):
    """Normalises the channels of (N, channels, H, W) at each place.

    Equals torchvision.models.convnext.LayerNorm2d.
    """

    def __init__(self, channels, eps=1e-5):
        super().__init__((channels,), epsilon=eps)

    def construct(self, x):
        return super().construct(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)
