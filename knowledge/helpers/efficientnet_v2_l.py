from functools import partial

from helper import EfficientNet, FusedMBConv, MBConv, load_pretrained
from mindspore import nn


def efficientnet_v2_l(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_v2_l; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "efficientnet_v2_l-59c71312"}
    weights = kwargs.pop("pretrained", weights)
    stages = [
        (FusedMBConv, 1, 3, 1, 32, 32, 4),
        (FusedMBConv, 4, 3, 2, 32, 64, 7),
        (FusedMBConv, 4, 3, 2, 64, 96, 7),
        (MBConv, 4, 3, 2, 96, 192, 10),
        (MBConv, 6, 3, 1, 192, 224, 19),
        (MBConv, 6, 3, 2, 224, 384, 25),
        (MBConv, 6, 3, 1, 384, 640, 7),
    ]
    kwargs.setdefault("dropout", 0.4)
    kwargs.setdefault("norm_layer", partial(nn.BatchNorm2d, eps=0.001))
    return load_pretrained(EfficientNet(stages, last_channel=1280, **kwargs), weights, files)
