from helper import RegNet, load_pretrained


def regnet_x_8gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_x_8gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_x_8gf-03ceed89",
        "IMAGENET1K_V2": "regnet_x_8gf-2b70d774",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(80, 2), (240, 5), (720, 15), (1920, 1)]
    return load_pretrained(RegNet(stages, 120, **kwargs), weights, files)
