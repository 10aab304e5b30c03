from mindspore import ops


def get_ema_multi_avg_fn(decay=0.999):
    """A function that moves averages a little towards parameters: decay is how much they stay.

    Equals torch.optim.swa_utils.get_ema_multi_avg_fn.
    """

    def ema_update(averages, parameters, number):
        for average, parameter in zip(averages, parameters, strict=True):
            ops.assign(average, average * decay + parameter * (1 - decay))

    return ema_update
