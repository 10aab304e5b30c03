from helper import RegNet, load_pretrained


def regnet_x_32gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_x_32gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_x_32gf-9d47f8d0",
        "IMAGENET1K_V2": "regnet_x_32gf-6eb8fdc6",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(336, 2), (672, 7), (1344, 13), (2520, 1)]
    return load_pretrained(RegNet(stages, 168, **kwargs), weights, files)
