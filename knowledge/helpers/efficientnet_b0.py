from helper import EfficientNet, efficientnet_stages, load_pretrained


def efficientnet_b0(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_b0; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "efficientnet_b0_rwightman-7f5810bc"}
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("dropout", 0.2)
    return load_pretrained(EfficientNet(efficientnet_stages(1.0, 1.0), **kwargs), weights, files)
