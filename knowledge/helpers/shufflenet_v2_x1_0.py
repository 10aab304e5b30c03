from helper import ShuffleNetV2, load_pretrained


def shufflenet_v2_x1_0(weights=None, progress=True, **kwargs) -> ShuffleNetV2:
    """The network of torchvision.models.shufflenet_v2_x1_0; kwargs are those of ShuffleNetV2.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "shufflenetv2_x1-5666bf0f80"}
    weights = kwargs.pop("pretrained", weights)
    net = ShuffleNetV2([4, 8, 4], [24, 116, 232, 464, 1024], **kwargs)
    return load_pretrained(net, weights, files)
