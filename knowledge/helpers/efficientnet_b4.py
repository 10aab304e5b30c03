from helper import EfficientNet, efficientnet_stages, load_pretrained


def efficientnet_b4(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_b4; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "efficientnet_b4_rwightman-23ab8bcd"}
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("dropout", 0.4)
    return load_pretrained(EfficientNet(efficientnet_stages(1.4, 1.8), **kwargs), weights, files)
