from helper import MaxVit, load_pretrained


def maxvit_t(weights=None, progress=True, **kwargs) -> MaxVit:
    """The network of torchvision.models.maxvit_t; kwargs are those of MaxVit.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "maxvit_t-bc5ab103"}
    weights = kwargs.pop("pretrained", weights)
    size = kwargs.pop("input_size", (224, 224))
    channels, layers = [64, 128, 256, 512], [2, 2, 5, 2]
    net = MaxVit(size, 64, 7, channels, layers, 32, 0.2, **kwargs)
    return load_pretrained(net, weights, files)
