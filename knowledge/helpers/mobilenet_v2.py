from helper import MobileNetV2, load_pretrained


def mobilenet_v2(weights=None, progress=True, **kwargs) -> MobileNetV2:
    """The network of torchvision.models.mobilenet_v2; kwargs are those of MobileNetV2.

    weights: None, or "IMAGENET1K_V1" or "IMAGENET1K_V2" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "mobilenet_v2-b0353104", "IMAGENET1K_V2": "mobilenet_v2-7ebf99e0"}
    weights = kwargs.pop("pretrained", weights)
    return load_pretrained(MobileNetV2(**kwargs), weights, files)
