from helper import Bottleneck, ResNet, load_pretrained


def resnext101_64x4d(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.resnext101_64x4d; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "resnext101_64x4d-173b62eb"}
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("groups", 64)
    kwargs.setdefault("width_per_group", 4)
    return load_pretrained(ResNet(Bottleneck, [3, 4, 23, 3], **kwargs), weights, files)
