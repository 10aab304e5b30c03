from helper import RegNet, load_pretrained


def regnet_y_400mf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_y_400mf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_y_400mf-c65dace8",
        "IMAGENET1K_V2": "regnet_y_400mf-e6988f5f",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(48, 1), (104, 3), (208, 6), (440, 6)]
    return load_pretrained(RegNet(stages, 8, 0.25, **kwargs), weights, files)
