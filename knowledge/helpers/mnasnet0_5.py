from helper import MNASNet, load_pretrained


def mnasnet0_5(weights=None, progress=True, **kwargs) -> MNASNet:
    """The network of torchvision.models.mnasnet0_5; kwargs are those of MNASNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "mnasnet0.5_top1_67.823-3ffadce67e"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(MNASNet(0.5, **kwargs), weights, files)
