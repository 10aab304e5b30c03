from helper import RegNet, load_pretrained


def regnet_x_800mf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_x_800mf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_x_800mf-ad17e45c",
        "IMAGENET1K_V2": "regnet_x_800mf-94a99ebd",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(64, 1), (128, 3), (288, 7), (672, 5)]
    return load_pretrained(RegNet(stages, 16, **kwargs), weights, files)
