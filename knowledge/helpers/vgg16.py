from helper import VGG, load_pretrained, make_layers


def vgg16(weights=None, progress=True, **kwargs) -> VGG:
    """The network of torchvision.models.vgg16; kwargs are those of VGG.

    weights: None, or one of files for torch's, of the file with .ckpt behind it; those of the features leave
    the classifier without numbers.
    """
    files = {
        "IMAGENET1K_V1": "vgg16-397923af",
        "IMAGENET1K_FEATURES": "vgg16_features-amdegroot-88682ab5",
        "DEFAULT": "vgg16-397923af",
    }
    weights = kwargs.pop("pretrained", weights)
    sizes = [64, 64, "M", 128, 128, "M"] + [256] * 3 + ["M"] + 2 * ([512] * 3 + ["M"])
    kwargs["init_weights"] = not weights and kwargs.get("init_weights", True)
    return load_pretrained(VGG(make_layers(sizes), **kwargs), weights, files)
