from helper import (
    DeepLabHead,
    DeepLabV3,
    FCNHead,
    IntermediateLayerGetter,
    load_pretrained,
    resnet50,
)


def deeplabv3_resnet50(
    weights=None,
    progress=True,
    num_classes=None,
    aux_loss=None,
    weights_backbone="IMAGENET1K_V1",
    **kwargs,
) -> DeepLabV3:
    """The network of torchvision.models.segmentation.deeplabv3_resnet50.

    weights: None, or "COCO_WITH_VOC_LABELS_V1" for torch's, of the file in files with .ckpt behind it; without
    them, weights_backbone names those of resnet50, or None.
    """
    files = {"COCO_WITH_VOC_LABELS_V1": "deeplabv3_resnet50_coco-cd0a2569"}
    weights = kwargs.pop("pretrained", weights)
    weights_backbone = kwargs.pop("pretrained_backbone", weights_backbone)
    num_classes, has_aux = num_classes or 21, bool(aux_loss or weights)
    backbone = resnet50(
        None if weights else weights_backbone, replace_stride_with_dilation=[False, True, True]
    )
    layers = {"layer4": "out", "layer3": "aux"} if has_aux else {"layer4": "out"}
    backbone = IntermediateLayerGetter(backbone, layers)
    aux_classifier = FCNHead(1024, num_classes) if has_aux else None
    net = DeepLabV3(backbone, DeepLabHead(2048, num_classes), aux_classifier)
    return load_pretrained(net, weights, files)
