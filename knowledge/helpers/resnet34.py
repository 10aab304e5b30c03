from helper import BasicBlock, ResNet, load_pretrained


def resnet34(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.resnet34; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "resnet34-b627a593"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(ResNet(BasicBlock, [3, 4, 6, 3], **kwargs), weights, files)
