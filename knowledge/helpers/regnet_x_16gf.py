from helper import RegNet, load_pretrained


def regnet_x_16gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_x_16gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_x_16gf-2007eb11",
        "IMAGENET1K_V2": "regnet_x_16gf-ba3796d7",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(256, 2), (512, 6), (896, 13), (2048, 1)]
    return load_pretrained(RegNet(stages, 128, **kwargs), weights, files)
