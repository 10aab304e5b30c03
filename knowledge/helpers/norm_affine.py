from mindspore import nn


def norm_affine(layer) -> bool:
    """Whether a norm scales and shifts by parameters, as affine of torch's norms tells.

    A BatchNorm of MindSpore does not keep what it was made with; without affine its gamma needs no
    gradient.
    """
    layer = layer.bn2d if isinstance(layer, nn.BatchNorm3d) else layer
    return layer.affine if hasattr(layer, "affine") else layer.gamma.requires_grad
