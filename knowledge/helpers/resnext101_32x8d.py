from helper import Bottleneck, ResNet, load_pretrained


def resnext101_32x8d(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.resnext101_32x8d; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "resnext101_32x8d-8ba56ff5",
        "IMAGENET1K_V2": "resnext101_32x8d-110c445d",
    }
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("groups", 32)
    kwargs.setdefault("width_per_group", 8)
    return load_pretrained(ResNet(Bottleneck, [3, 4, 23, 3], **kwargs), weights, files)
