from helper import DenseNet, load_pretrained


def densenet121(weights=None, progress=True, **kwargs) -> DenseNet:
    """The network of torchvision.models.densenet121; kwargs are those of DenseNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "densenet121-a639ec97"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(DenseNet(**kwargs), weights, files)
