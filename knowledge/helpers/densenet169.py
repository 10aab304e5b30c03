from helper import DenseNet, load_pretrained


def densenet169(weights=None, progress=True, **kwargs) -> DenseNet:
    """The network of torchvision.models.densenet169; kwargs are those of DenseNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "densenet169-b2777c0a"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(DenseNet(32, (6, 12, 32, 32), 64, **kwargs), weights, files)
