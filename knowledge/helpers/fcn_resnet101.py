from helper import FCN, FCNHead, IntermediateLayerGetter, load_pretrained, resnet101


def fcn_resnet101(
    weights=None,
    progress=True,
    num_classes=None,
    aux_loss=None,
    weights_backbone="IMAGENET1K_V1",
    **kwargs,
) -> FCN:
    """The network of torchvision.models.segmentation.fcn_resnet101.

    weights: None, or "COCO_WITH_VOC_LABELS_V1" for torch's, of the file in files with .ckpt behind it; without
    them, weights_backbone names those of resnet101, or None.
    """
    files = {"COCO_WITH_VOC_LABELS_V1": "fcn_resnet101_coco-7ecb50ca"}
    weights = kwargs.pop("pretrained", weights)
    weights_backbone = kwargs.pop("pretrained_backbone", weights_backbone)
    num_classes, has_aux = num_classes or 21, bool(aux_loss or weights)
    backbone = resnet101(
        None if weights else weights_backbone, replace_stride_with_dilation=[False, True, True]
    )
    layers = {"layer4": "out", "layer3": "aux"} if has_aux else {"layer4": "out"}
    backbone = IntermediateLayerGetter(backbone, layers)
    aux_classifier = FCNHead(1024, num_classes) if has_aux else None
    net = FCN(backbone, FCNHead(2048, num_classes), aux_classifier)
    return load_pretrained(net, weights, files)
