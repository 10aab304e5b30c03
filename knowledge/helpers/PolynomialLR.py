from helper import keep_rates
from mindspore.experimental.optim import lr_scheduler


class PolynomialLR(lr_scheduler.PolynomialLR):
    """mindspore.experimental.optim.lr_scheduler.PolynomialLR that goes on as torch's with last_epoch."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        rates = [float(group["lr"]) for group in optimizer.param_groups]
        super().__init__(optimizer, total_iters, float(power), last_epoch)
        keep_rates(self, rates)
