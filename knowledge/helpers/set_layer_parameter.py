from mindspore import nn


def set_layer_parameter(layer, name, value):
    """Make value the parameter of a layer that torch calls by that name.

    Norms, embeddings and PReLU have another name for weight and bias.
    """
    names = {
        "weight": ("gamma", "embedding_table", "w"),
        "bias": ("beta",),
        "running_mean": ("moving_mean",),
        "running_var": ("moving_variance",),
    }.get(name, ())
    layer = layer.bn2d if isinstance(layer, nn.BatchNorm3d) else layer
    setattr(layer, next((known for known in names if hasattr(layer, known)), name), value)
