from mindspore import nn, ops


def reset_running_stats(layer) -> None:
    """Begin the moving averages of a normalisation anew: means of 0, variances of 1.

    Equals layer.reset_running_stats() of torch; layers that keep none stay as they are.
    """
    layer = layer.bn2d if isinstance(layer, nn.BatchNorm3d) else layer
    for name in ("running_mean", "moving_mean", "running_var", "moving_variance"):
        held = getattr(layer, name, None)
        if held is not None:
            ops.assign(held, (ops.zeros_like if name.endswith("mean") else ops.ones_like)(held))
