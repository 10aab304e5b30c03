from helper import (
    DeepLabHead,
    DeepLabV3,
    FCNHead,
    IntermediateLayerGetter,
    load_pretrained,
    mobilenet_v3_large,
)


def deeplabv3_mobilenet_v3_large(
    weights=None,
    progress=True,
    num_classes=None,
    aux_loss=None,
    weights_backbone="IMAGENET1K_V1",
    **kwargs,
) -> DeepLabV3:
    """The network of torchvision.models.segmentation.deeplabv3_mobilenet_v3_large.

    weights: None, or "COCO_WITH_VOC_LABELS_V1" for torch's, of the file in files with .ckpt behind it; without
    them, weights_backbone names those of mobilenet_v3_large, or None.
    """
    files = {"COCO_WITH_VOC_LABELS_V1": "deeplabv3_mobilenet_v3_large-fc3c493d"}
    weights = kwargs.pop("pretrained", weights)
    weights_backbone = kwargs.pop("pretrained_backbone", weights_backbone)
    num_classes, has_aux = num_classes or 21, bool(aux_loss or weights)
    features = mobilenet_v3_large(None if weights else weights_backbone, dilated=True).features
    layers = {"16": "out", "4": "aux"} if has_aux else {"16": "out"}
    backbone = IntermediateLayerGetter(features, layers)
    aux_classifier = FCNHead(40, num_classes) if has_aux else None
    net = DeepLabV3(backbone, DeepLabHead(960, num_classes), aux_classifier)
    return load_pretrained(net, weights, files)
