from helper import SqueezeNet, load_pretrained


def squeezenet1_1(weights=None, progress=True, **kwargs) -> SqueezeNet:
    """The network of torchvision.models.squeezenet1_1; kwargs are those of SqueezeNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "squeezenet1_1-b8a52dc0"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(SqueezeNet("1_1", **kwargs), weights, files)
