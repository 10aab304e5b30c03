from helper import RegNet, load_pretrained


def regnet_y_32gf(weights=None, progress=True, **kwargs) -> RegNet:
    """The network of torchvision.models.regnet_y_32gf; kwargs are those of RegNet.

    weights: None, or a key of files for torch's, of the file named there with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "regnet_y_32gf-4dee3f7a",
        "IMAGENET1K_SWAG_E2E_V1": "regnet_y_32gf_swag-04fdfa75",
        "IMAGENET1K_SWAG_LINEAR_V1": "regnet_y_32gf_lc_swag-e1583746",
        "IMAGENET1K_V2": "regnet_y_32gf-8db6d4b5",
    }
    weights = kwargs.pop("pretrained", weights)
    stages = [(232, 2), (696, 5), (1392, 12), (3712, 1)]
    return load_pretrained(RegNet(stages, 232, 0.25, **kwargs), weights, files)
