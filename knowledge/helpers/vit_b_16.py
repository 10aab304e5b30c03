from helper import VisionTransformer, load_pretrained


def vit_b_16(weights=None, progress=True, **kwargs) -> VisionTransformer:
    """The network of torchvision.models.vit_b_16; kwargs are those of VisionTransformer.

    weights: None, or one of files for torch's, of the file with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "vit_b_16-c867db91",
        "IMAGENET1K_SWAG_E2E_V1": "vit_b_16_swag-9ac1b537",
        "IMAGENET1K_SWAG_LINEAR_V1": "vit_b_16_lc_swag-4e70ced5",
        "DEFAULT": "vit_b_16-c867db91",
    }
    weights = kwargs.pop("pretrained", weights)
    size = kwargs.pop("image_size", 384 if "E2E" in str(weights) else 224)
    return load_pretrained(VisionTransformer(size, 16, 12, 12, 768, 3072, **kwargs), weights, files)
