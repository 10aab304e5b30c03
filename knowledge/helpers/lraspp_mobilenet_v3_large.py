from helper import LRASPP, IntermediateLayerGetter, load_pretrained, mobilenet_v3_large


def lraspp_mobilenet_v3_large(
    weights=None,
    progress=True,
    num_classes=None,
    weights_backbone="IMAGENET1K_V1",
    **kwargs,
) -> LRASPP:
    """The network of torchvision.models.segmentation.lraspp_mobilenet_v3_large.

    weights: None, or "COCO_WITH_VOC_LABELS_V1" for torch's, of the file in files with .ckpt behind it; without
    them, weights_backbone names those of mobilenet_v3_large, or None.
    """
    files = {"COCO_WITH_VOC_LABELS_V1": "lraspp_mobilenet_v3_large-d234d4ea"}
    weights = kwargs.pop("pretrained", weights)
    weights_backbone = kwargs.pop("pretrained_backbone", weights_backbone)
    if kwargs.pop("aux_loss", False):
        raise NotImplementedError("This network has no auxiliary loss")
    features = mobilenet_v3_large(None if weights else weights_backbone, dilated=True).features
    backbone = IntermediateLayerGetter(features, {"4": "low", "16": "high"})
    return load_pretrained(LRASPP(backbone, 40, 960, num_classes or 21), weights, files)
