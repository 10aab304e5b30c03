import mindspore as ms
from mindspore import nn


def layer_parameter(layer, name) -> ms.Parameter:
    """The parameter of a layer that torch calls weight, bias, running_mean or running_var.

    Norms, embeddings and PReLU have another name for it. None where there is none: a norm without
    affine keeps ones and zeros, which never learn.
    """
    names = {
        "weight": ("weight", "gamma", "embedding_table", "w"),
        "bias": ("bias", "beta"),
        "running_mean": ("running_mean", "moving_mean"),
        "running_var": ("running_var", "moving_variance"),
    }[name]
    layer = layer.bn2d if isinstance(layer, nn.BatchNorm3d) else layer
    if name in ("weight", "bias") and not getattr(layer, "affine", True):
        return None
    for known in names:
        if hasattr(layer, known):
            return getattr(layer, known)
    return None
