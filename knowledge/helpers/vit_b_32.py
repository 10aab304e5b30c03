from helper import VisionTransformer, load_pretrained


def vit_b_32(weights=None, progress=True, **kwargs) -> VisionTransformer:
    """The network of torchvision.models.vit_b_32; kwargs are those of VisionTransformer.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "vit_b_32-d86f8d99"}
    weights = kwargs.pop("pretrained", weights)
    size = kwargs.pop("image_size", 224)
    return load_pretrained(VisionTransformer(size, 32, 12, 12, 768, 3072, **kwargs), weights, files)
