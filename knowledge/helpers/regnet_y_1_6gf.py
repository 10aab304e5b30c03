from helper import RegNet, load_pretrained


def regnet_y_1_6gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_y_1_6gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_y_1_6gf-b11a554e",
        "IMAGENET1K_V2": "regnet_y_1_6gf-0d7bc02a",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(48, 2), (120, 6), (336, 17), (888, 2)]
    return load_pretrained(RegNet(stages, 24, 0.25, **kwargs), weights, files)
