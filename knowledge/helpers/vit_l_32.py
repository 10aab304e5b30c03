from helper import VisionTransformer, load_pretrained


def vit_l_32(weights=None, progress=True, **kwargs) -> VisionTransformer:
    """The network of torchvision.models.vit_l_32; kwargs are those of VisionTransformer.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "vit_l_32-c7638314"}
    weights = kwargs.pop("pretrained", weights)
    size = kwargs.pop("image_size", 224)
    net = VisionTransformer(size, 32, 24, 16, 1024, 4096, **kwargs)
    return load_pretrained(net, weights, files)
