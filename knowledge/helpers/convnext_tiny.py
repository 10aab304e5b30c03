from helper import ConvNeXt, load_pretrained


def convnext_tiny(weights=None, progress=True, **kwargs) -> ConvNeXt:
    """The network of torchvision.models.convnext_tiny; kwargs are those of ConvNeXt.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "convnext_tiny-983f1562"}
    weights = kwargs.pop("pretrained", weights)
    stages = [(96, 192, 3), (192, 384, 3), (384, 768, 9), (768, None, 3)]
    kwargs.setdefault("stochastic_depth_prob", 0.1)
    return load_pretrained(ConvNeXt(stages, **kwargs), weights, files)
