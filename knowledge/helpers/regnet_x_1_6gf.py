from helper import RegNet, load_pretrained


def regnet_x_1_6gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_x_1_6gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_x_1_6gf-e3633e7f",
        "IMAGENET1K_V2": "regnet_x_1_6gf-a12f2b72",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(72, 2), (168, 4), (408, 10), (912, 2)]
    return load_pretrained(RegNet(stages, 24, **kwargs), weights, files)
