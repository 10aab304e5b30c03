from helper import LRASPPHead
from mindspore import nn, ops


class LRASPP(nn.Cell):
    """The classes of each pixel: images (N, 3, H, W) to {"out": (N, num_classes, H, W)}.

    The backbone gives maps by the names "low" and "high" in a dict. Equals
    torchvision.models.segmentation.LRASPP.
    """

    def __init__(self, backbone, low_channels, high_channels, num_classes, inter_channels=128):
        super().__init__()
        self.backbone = backbone
        self.classifier = LRASPPHead(low_channels, high_channels, num_classes, inter_channels)

    def construct(self, input):
        scores = self.classifier(self.backbone(input))
        size = input.shape[-2:]
        return {"out": ops.interpolate(scores, size=size, mode="bilinear", align_corners=False)}
