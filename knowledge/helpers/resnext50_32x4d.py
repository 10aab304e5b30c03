from helper import Bottleneck, ResNet, load_pretrained


def resnext50_32x4d(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.resnext50_32x4d; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {
        "IMAGENET1K_V1": "resnext50_32x4d-7cdf4587",
        "IMAGENET1K_V2": "resnext50_32x4d-1a0047aa",
    }
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("groups", 32)
    kwargs.setdefault("width_per_group", 4)
    return load_pretrained(ResNet(Bottleneck, [3, 4, 6, 3], **kwargs), weights, files)
