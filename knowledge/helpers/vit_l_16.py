from helper import VisionTransformer, load_pretrained


def vit_l_16(weights=None, progress=True, **kwargs) -> VisionTransformer:
    """The network of torchvision.models.vit_l_16; kwargs are those of VisionTransformer.

    weights: None, or one of files for torch's, of the file with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "vit_l_16-852ce7e3",
        "IMAGENET1K_SWAG_E2E_V1": "vit_l_16_swag-4f3808c9",
        "IMAGENET1K_SWAG_LINEAR_V1": "vit_l_16_lc_swag-4d563306",
        "DEFAULT": "vit_l_16-852ce7e3",
    }
    weights = kwargs.pop("pretrained", weights)
    size = kwargs.pop("image_size", 512 if "E2E" in str(weights) else 224)
    net = VisionTransformer(size, 16, 24, 16, 1024, 4096, **kwargs)
    return load_pretrained(net, weights, files)
