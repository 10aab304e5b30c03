from mindspore import nn, ops


class SegmentationModel(nn.Cell):
    """The classes of each pixel: images (N, 3, H, W) to {"out": (N, num_classes, H, W)}.

    With aux_classifier there is "aux" beside it, from the middle of the backbone, which gives both
    by these names. Equals the networks of torchvision.models.segmentation.
    """

    def __init__(self, backbone, classifier, aux_classifier=None):
        super().__init__()
        self.backbone = backbone
        self.classifier = classifier
        self.aux_classifier = aux_classifier

    def construct(self, x):
        size = x.shape[2:]
        found = self.backbone(x)
        result = {"out": self.classifier(found["out"])}
        if self.aux_classifier is not None:
            result["aux"] = self.aux_classifier(found["aux"])
        return {
            name: ops.interpolate(scores, size=size, mode="bilinear", align_corners=False)
            for name, scores in result.items()
        }
