from helper import DenseNet, load_pretrained


def densenet161(weights=None, progress=True, **kwargs) -> DenseNet:
    """The network of torchvision.models.densenet161; kwargs are those of DenseNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "densenet161-8d451a50"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(DenseNet(48, (6, 12, 36, 24), 96, **kwargs), weights, files)
