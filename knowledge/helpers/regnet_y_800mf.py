from helper import RegNet, load_pretrained


def regnet_y_800mf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_y_800mf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_y_800mf-1b27b58c",
        "IMAGENET1K_V2": "regnet_y_800mf-58fc7688",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(64, 1), (144, 3), (320, 8), (784, 2)]
    return load_pretrained(RegNet(stages, 16, 0.25, **kwargs), weights, files)
