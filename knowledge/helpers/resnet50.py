from helper import Bottleneck, ResNet, load_pretrained


def resnet50(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.resnet50; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "resnet50-0676ba61", "IMAGENET1K_V2": "resnet50-11ad3fa6"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(ResNet(Bottleneck, [3, 4, 6, 3], **kwargs), weights, files)
