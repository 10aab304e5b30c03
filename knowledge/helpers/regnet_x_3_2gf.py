from helper import RegNet, load_pretrained


def regnet_x_3_2gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_x_3_2gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_x_3_2gf-f342aeae",
        "IMAGENET1K_V2": "regnet_x_3_2gf-7071aa85",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(96, 2), (192, 6), (432, 15), (1008, 2)]
    return load_pretrained(RegNet(stages, 48, **kwargs), weights, files)
