from helper import ConvNeXt, load_pretrained


def convnext_base(weights=None, progress=True, **kwargs) -> ConvNeXt:
    """The network of torchvision.models.convnext_base; kwargs are those of ConvNeXt.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "convnext_base-6075fbad"}
    weights = kwargs.pop("pretrained", weights)
    stages = [(128, 256, 3), (256, 512, 3), (512, 1024, 27), (1024, None, 3)]
    kwargs.setdefault("stochastic_depth_prob", 0.5)
    return load_pretrained(ConvNeXt(stages, **kwargs), weights, files)
