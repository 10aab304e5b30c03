from helper import RegNet, load_pretrained


def regnet_y_3_2gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_y_3_2gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_y_3_2gf-b5a9779c",
        "IMAGENET1K_V2": "regnet_y_3_2gf-9180c971",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(72, 2), (216, 5), (576, 13), (1512, 1)]
    return load_pretrained(RegNet(stages, 24, 0.25, **kwargs), weights, files)
