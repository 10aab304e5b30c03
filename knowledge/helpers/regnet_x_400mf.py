from helper import RegNet, load_pretrained


def regnet_x_400mf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_x_400mf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_x_400mf-adf1edd5",
        "IMAGENET1K_V2": "regnet_x_400mf-62229a5f",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(32, 1), (64, 2), (160, 7), (400, 12)]
    return load_pretrained(RegNet(stages, 16, **kwargs), weights, files)
