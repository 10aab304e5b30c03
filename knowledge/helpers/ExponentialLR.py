from helper import keep_rates
from mindspore.experimental.optim import lr_scheduler


class ExponentialLR(lr_scheduler.ExponentialLR):
    """mindspore.experimental.optim.lr_scheduler.ExponentialLR that goes on as torch's with last_epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        rates = [float(group["lr"]) for group in optimizer.param_groups]
        super().__init__(optimizer, float(gamma), last_epoch)
        keep_rates(self, rates)
