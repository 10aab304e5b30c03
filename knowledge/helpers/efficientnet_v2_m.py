from functools import partial

from helper import EfficientNet, FusedMBConv, MBConv, load_pretrained
from mindspore import nn


def efficientnet_v2_m(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_v2_m; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "efficientnet_v2_m-dc08266a"}
    weights = kwargs.pop("pretrained", weights)
    stages = [
        (FusedMBConv, 1, 3, 1, 24, 24, 3),
        (FusedMBConv, 4, 3, 2, 24, 48, 5),
        (FusedMBConv, 4, 3, 2, 48, 80, 5),
        (MBConv, 4, 3, 2, 80, 160, 7),
        (MBConv, 6, 3, 1, 160, 176, 14),
        (MBConv, 6, 3, 2, 176, 304, 18),
        (MBConv, 6, 3, 1, 304, 512, 5),
    ]
    kwargs.setdefault("dropout", 0.3)
    kwargs.setdefault("norm_layer", partial(nn.BatchNorm2d, eps=0.001))
    return load_pretrained(EfficientNet(stages, last_channel=1280, **kwargs), weights, files)
