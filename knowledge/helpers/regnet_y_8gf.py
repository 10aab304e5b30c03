from helper import RegNet, load_pretrained


def regnet_y_8gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_y_8gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_y_8gf-d0d0e4a8",
        "IMAGENET1K_V2": "regnet_y_8gf-dc2b1b54",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(224, 2), (448, 4), (896, 10), (2016, 1)]
    return load_pretrained(RegNet(stages, 56, 0.25, **kwargs), weights, files)
