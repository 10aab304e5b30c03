from helper import EfficientNet, efficientnet_stages, load_pretrained


def efficientnet_b1(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_b1; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "efficientnet_b1_rwightman-bac287d4",
        "IMAGENET1K_V2": "efficientnet_b1-c27df63c",
    }
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("dropout", 0.2)
    return load_pretrained(EfficientNet(efficientnet_stages(1.0, 1.1), **kwargs), weights, files)
