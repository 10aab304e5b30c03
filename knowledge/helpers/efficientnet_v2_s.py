from functools import partial

from helper import EfficientNet, FusedMBConv, MBConv, load_pretrained
from mindspore import nn


def efficientnet_v2_s(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_v2_s; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "efficientnet_v2_s-dd5fe13b"}
    weights = kwargs.pop("pretrained", weights)
    stages = [
        (FusedMBConv, 1, 3, 1, 24, 24, 2),
        (FusedMBConv, 4, 3, 2, 24, 48, 4),
        (FusedMBConv, 4, 3, 2, 48, 64, 4),
        (MBConv, 4, 3, 2, 64, 128, 6),
        (MBConv, 6, 3, 1, 128, 160, 9),
        (MBConv, 6, 3, 2, 160, 256, 15),
    ]
    kwargs.setdefault("dropout", 0.2)
    kwargs.setdefault("norm_layer", partial(nn.BatchNorm2d, eps=0.001))
    return load_pretrained(EfficientNet(stages, last_channel=1280, **kwargs), weights, files)
