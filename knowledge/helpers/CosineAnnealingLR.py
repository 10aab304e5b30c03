import math

from helper import keep_rates
from mindspore.experimental.optim import lr_scheduler


class CosineAnnealingLR(lr_scheduler.CosineAnnealingLR):
    """mindspore.experimental.optim.lr_scheduler.CosineAnnealingLR, computed with Python's floats.

    MindSpore's float32 drifts for a T_max of hundreds of steps, and ends in nan for one of tens of
    thousands.
    """

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.exact = [float(group["lr"]) for group in optimizer.param_groups]
        rates = list(self.exact)
        super().__init__(optimizer, math.ceil(T_max), eta_min, last_epoch)
        self.T_max = T_max
        keep_rates(self, rates)
        self.exact = rates

    def get_lr(self):
        epoch, top, low = int(self.last_epoch), self.T_max, self.eta_min
        rates = []
        for exact, held, base in zip(self.exact, self._last_lr, self.base_lrs, strict=True):
            lr, base = float(held), float(base)
            lr = exact if math.isclose(lr, exact, rel_tol=1e-6) else lr
            if epoch > 0 and (epoch - 1 - top) % (2 * top) == 0:
                lr += (base - low) * (1 - math.cos(math.pi / top)) / 2
            elif epoch > 0:
                before = 1 + math.cos(math.pi * (epoch - 1) / top)
                lr = (1 + math.cos(math.pi * epoch / top)) / before * (lr - low) + low
            rates.append(lr)
        self.exact = rates
        return rates

    def _get_closed_form_lr(self):
        part = (1 + math.cos(math.pi * int(self.last_epoch) / self.T_max)) / 2
        return [self.eta_min + (float(base) - self.eta_min) * part for base in self.base_lrs]
