def get_ema_avg_fn(decay=0.999):
    """A function that gives the average moved a little towards a parameter.

    Equals torch.optim.swa_utils.get_ema_avg_fn.
    """

    def ema_update(average, parameter, number):
        return decay * average + (1 - decay) * parameter

    return ema_update
