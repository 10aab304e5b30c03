from helper import MNASNet, load_pretrained


def mnasnet1_3(weights=None, progress=True, **kwargs) -> MNASNet:
    """The network of torchvision.models.mnasnet1_3; kwargs are those of MNASNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "mnasnet1_3-a4c69d6f"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(MNASNet(1.3, **kwargs), weights, files)
