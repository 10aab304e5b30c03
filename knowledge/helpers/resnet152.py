from helper import Bottleneck, ResNet, load_pretrained


def resnet152(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.resnet152; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "resnet152-394f9c45", "IMAGENET1K_V2": "resnet152-f82ba261"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(ResNet(Bottleneck, [3, 8, 36, 3], **kwargs), weights, files)
