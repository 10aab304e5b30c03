from helper import keep_rates
from mindspore.experimental.optim import lr_scheduler


class LinearLR(lr_scheduler.LinearLR):
    """mindspore.experimental.optim.lr_scheduler.LinearLR that goes on as torch's with last_epoch."""

    def __init__(
        self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1
    ):
        rates = [float(group["lr"]) for group in optimizer.param_groups]
        super().__init__(optimizer, start_factor, end_factor, total_iters, last_epoch)
        keep_rates(self, rates)
