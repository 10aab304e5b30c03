from helper import Bottleneck, ResNet, load_pretrained


def wide_resnet101_2(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.wide_resnet101_2; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "wide_resnet101_2-32ee1156",
        "IMAGENET1K_V2": "wide_resnet101_2-d733dc28",
    }
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("width_per_group", 128)
    return load_pretrained(ResNet(Bottleneck, [3, 4, 23, 3], **kwargs), weights, files)
