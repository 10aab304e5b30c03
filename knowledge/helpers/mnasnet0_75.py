from helper import MNASNet, load_pretrained


def mnasnet0_75(weights=None, progress=True, **kwargs) -> MNASNet:
    """The network of torchvision.models.mnasnet0_75; kwargs are those of MNASNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "mnasnet0_75-7090bc5f"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(MNASNet(0.75, **kwargs), weights, files)
