from mindspore import nn, ops


def set_layer_setting(layer, name, value):
    """Set what a layer was made with, as torch's layer.eps = value does.

    MindSpore's layers hand their settings to an operator when they are made: it is made anew.
    """
    if isinstance(layer, nn.BatchNorm3d):
        layer = layer.bn2d
    if isinstance(layer, (nn.BatchNorm1d, nn.BatchNorm2d)) and name in ("eps", "momentum"):
        setattr(layer, name, float(value))
        layer.bn_train = ops.BatchNorm(True, layer.eps, layer.momentum, layer.format)
        layer.bn_infer = ops.BatchNorm(False, layer.eps, data_format=layer.format)
    elif isinstance(layer, nn.LayerNorm) and name == "eps":
        layer.epsilon = value
        layer.layer_norm = ops.LayerNorm(layer.begin_norm_axis, layer.begin_params_axis, value)
    elif isinstance(layer, nn.Conv2d) and getattr(layer, "padding_mode", "zeros") == "zeros":
        pair = (value, value) if isinstance(value, int) else tuple(value)
        setattr(
            layer, name, tuple(v for v in pair for _ in range(2)) if name == "padding" else pair
        )
        shape = (layer.out_channels, layer.kernel_size, 1, layer.pad_mode, layer.padding)
        layer.conv2d = ops.Conv2D(*shape, layer.stride, layer.dilation, layer.group)
    else:
        kind = type(layer).__name__
        raise NotImplementedError(f"{name} of {kind} cannot be set afterwards")
