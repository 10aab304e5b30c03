from helper import EfficientNet, efficientnet_stages, load_pretrained


def efficientnet_b2(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_b2; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "efficientnet_b2_rwightman-c35c1473"}
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("dropout", 0.3)
    return load_pretrained(EfficientNet(efficientnet_stages(1.1, 1.2), **kwargs), weights, files)
