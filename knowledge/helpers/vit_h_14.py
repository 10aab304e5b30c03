from helper import VisionTransformer, load_pretrained


def vit_h_14(weights=None, progress=True, **kwargs) -> VisionTransformer:
    """The network of torchvision.models.vit_h_14; kwargs are those of VisionTransformer.

    weights: None, or "IMAGENET1K_SWAG_E2E_V1" or "IMAGENET1K_SWAG_LINEAR_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_SWAG_E2E_V1": "vit_h_14_swag-80465313",
        "IMAGENET1K_SWAG_LINEAR_V1": "vit_h_14_lc_swag-c1eb923e",
        "DEFAULT": "vit_h_14_swag-80465313",
    }
    weights = kwargs.pop("pretrained", weights)
    size = kwargs.pop("image_size", 224 if "LINEAR" in str(weights) or not weights else 518)
    net = VisionTransformer(size, 14, 32, 16, 1280, 5120, **kwargs)
    return load_pretrained(net, weights, files)
