import math

from mindspore.experimental.optim import lr_scheduler


class SWALR(lr_scheduler.LRScheduler):
    """Moves the learning rate of each group to swa_lr within anneal_epochs steps, and keeps it.

    Equals torch.optim.swa_utils.SWALR.
    """

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        number = len(optimizer.param_groups)
        self.swa_lrs = list(swa_lr) if isinstance(swa_lr, (list, tuple)) else [swa_lr] * number
        self.anneal_epochs = anneal_epochs
        self.linear = anneal_strategy == "linear"
        self.steps = -1
        super().__init__(optimizer, last_epoch)

    def weight(self, step):
        """How much swa_lr counts after some steps, 0 to 1."""
        part = max(0, min(1, step / max(1, self.anneal_epochs)))
        return part if self.linear else (1 - math.cos(math.pi * part)) / 2

    def get_lr(self):
        self.steps += 1
        step = self.steps if self.anneal_epochs else max(1, self.steps)
        before, now = self.weight(step - 1), self.weight(step)
        rates = []
        for held, target in zip(self._last_lr, self.swa_lrs, strict=True):
            start = target if before == 1 else (float(held) - before * target) / (1 - before)
            rates.append(target * now + start * (1 - now))
        return rates
