from functools import partial

from helper import EfficientNet, efficientnet_stages, load_pretrained
from mindspore import nn


def efficientnet_b7(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_b7; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "efficientnet_b7_lukemelas-c5b4e57e"}
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("dropout", 0.5)
    kwargs.setdefault("norm_layer", partial(nn.BatchNorm2d, eps=0.001, momentum=0.99))
    return load_pretrained(EfficientNet(efficientnet_stages(2.0, 3.1), **kwargs), weights, files)
