from helper import Bottleneck, ResNet, load_pretrained


def resnet101(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.resnet101; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "resnet101-63fe2227", "IMAGENET1K_V2": "resnet101-cd907fc2"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(ResNet(Bottleneck, [3, 4, 23, 3], **kwargs), weights, files)
