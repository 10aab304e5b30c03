from mindspore import nn


def set_layer_parameter(layer, name, value):
    """Make value the parameter of a layer that torch calls weight or bias.

    Norms, embeddings and PReLU have another name for it.
    """
    names = {
        "weight": ("gamma", "embedding_table", "w", "weight"),
        "bias": ("beta", "bias"),
    }[name]
    layer = layer.bn2d if isinstance(layer, nn.BatchNorm3d) else layer
    setattr(layer, next(known for known in names if hasattr(layer, known)), value)
