from helper import RegNet, load_pretrained


def regnet_y_16gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_y_16gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_y_16gf-9e6ed7dd",
        "IMAGENET1K_SWAG_E2E_V1": "regnet_y_16gf_swag-43afe44d",
        "IMAGENET1K_SWAG_LINEAR_V1": "regnet_y_16gf_lc_swag-f3ec0043",
        "IMAGENET1K_V2": "regnet_y_16gf-3e4a00f9",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(224, 2), (448, 4), (1232, 11), (3024, 1)]
    return load_pretrained(RegNet(stages, 112, 0.25, **kwargs), weights, files)
