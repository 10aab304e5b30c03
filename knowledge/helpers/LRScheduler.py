from mindspore import ops
from mindspore.experimental.optim import lr_scheduler


class LRScheduler(lr_scheduler.LRScheduler):
    """A base for schedulers as torch's is: an int in last_epoch, floats in base_lrs and _last_lr.

    MindSpore's has a Parameter and tensors there. As in newer torch, verbose changes nothing.
    """

    _get_lr_called_within_step = False

    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"].value())
        self.base_lrs = [float(group["initial_lr"]) for group in optimizer.param_groups]
        self._last_lr = [float(group["lr"]) for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._step_count = 0
        self.step()

    def step(self, epoch=None):
        self._step_count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed_form = getattr(self, "_get_closed_form_lr", self.get_lr)
        self._get_lr_called_within_step = True
        rates = self.get_lr() if epoch is None else closed_form()
        self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, rates, strict=True):
            ops.assign(group["lr"], lr)
        self._last_lr = [float(group["lr"]) for group in self.optimizer.param_groups]

    def get_last_lr(self):
        return self._last_lr
