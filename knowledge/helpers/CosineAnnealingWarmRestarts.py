import math

from mindspore import ops
from mindspore.experimental.optim import lr_scheduler


class CosineAnnealingWarmRestarts(lr_scheduler.CosineAnnealingWarmRestarts):
    """mindspore.experimental.optim.lr_scheduler.CosineAnnealingWarmRestarts with torch's step.

    step(epoch) takes any epoch, fractions too, for every T_mult.
    """

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        self.length, self.low = T_0, eta_min
        super().__init__(optimizer, T_0, T_mult, eta_min, last_epoch)

    def step(self, epoch=None):
        last, length, growth = int(self.last_epoch), self.length, self.T_mult
        if epoch is None and last >= 0:
            epoch, self.T_cur = last + 1, self.T_cur + 1
            if self.T_cur >= self.T_i:
                self.T_cur, self.T_i = self.T_cur % self.T_i, self.T_i * growth
        else:
            epoch = epoch or 0
            self.T_cur, self.T_i = epoch, length
            if growth == 1:
                self.T_cur = epoch % length
            elif epoch >= length:
                restarts = int(math.log(epoch / length * (growth - 1) + 1, growth))
                self.T_cur = epoch - length * (growth**restarts - 1) / (growth - 1)
                self.T_i = length * growth**restarts
        ops.assign(self.last_epoch, math.floor(epoch))
        part = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        for held, base in zip(self._last_lr, self.base_lrs, strict=True):
            ops.assign(held, self.low + (float(base) - self.low) * part)
