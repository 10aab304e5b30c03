from helper import ConvNeXt, load_pretrained


def convnext_large(weights=None, progress=True, **kwargs) -> ConvNeXt:
    """The network of torchvision.models.convnext_large; kwargs are those of ConvNeXt.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "convnext_large-ea097f82"}
    weights = kwargs.pop("pretrained", weights)
    stages = [(192, 384, 3), (384, 768, 3), (768, 1536, 27), (1536, None, 3)]
    kwargs.setdefault("stochastic_depth_prob", 0.5)
    return load_pretrained(ConvNeXt(stages, **kwargs), weights, files)
