from helper import BasicBlock, ResNet, load_pretrained


def resnet18(weights=None, progress=True, **kwargs) -> ResNet:
    """The network of torchvision.models.resnet18; kwargs are those of ResNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "resnet18-f37072fd"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(ResNet(BasicBlock, [2, 2, 2, 2], **kwargs), weights, files)
