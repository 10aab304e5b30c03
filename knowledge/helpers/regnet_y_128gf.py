from helper import RegNet, load_pretrained


def regnet_y_128gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_y_128gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_SWAG_LINEAR_V1": "regnet_y_128gf_lc_swag-cbe8ce12",
        "IMAGENET1K_SWAG_E2E_V1": "regnet_y_128gf_swag-c8ce3e52",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(528, 2), (1056, 7), (2904, 17), (7392, 1)]
    return load_pretrained(RegNet(stages, 264, 0.25, **kwargs), weights, files)
