from helper import MNASNet, load_pretrained


def mnasnet1_0(weights=None, progress=True, **kwargs) -> MNASNet:
    """The network of torchvision.models.mnasnet1_0; kwargs are those of MNASNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "mnasnet1.0_top1_73.512-f206786ef8"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(MNASNet(1.0, **kwargs), weights, files)
