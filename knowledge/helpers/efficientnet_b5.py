from functools import partial

from helper import EfficientNet, efficientnet_stages, load_pretrained
from mindspore import nn


def efficientnet_b5(weights=None, progress=True, **kwargs) -> EfficientNet:
    """The network of torchvision.models.efficientnet_b5; kwargs are those of EfficientNet.

    weights: None, or "IMAGENET1K_V1" for torch's, of the file in files with .ckpt behind it.
    """
    files = {"IMAGENET1K_V1": "efficientnet_b5_lukemelas-1a07897c"}
    weights = kwargs.pop("pretrained", weights)
    kwargs.setdefault("dropout", 0.4)
    kwargs.setdefault("norm_layer", partial(nn.BatchNorm2d, eps=0.001, momentum=0.99))
    return load_pretrained(EfficientNet(efficientnet_stages(1.6, 2.2), **kwargs), weights, files)
