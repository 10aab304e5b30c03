from helper import AlexNet, load_pretrained


def alexnet(weights=None, progress=True, **kwargs) -> AlexNet:
    """The network of torchvision.models.alexnet; kwargs are those of AlexNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "alexnet-owt-7be5be79"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(AlexNet(**kwargs), weights, files)
