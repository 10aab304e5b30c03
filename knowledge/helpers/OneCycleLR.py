import math

import mindspore as ms
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler


class OneCycleLR(lr_scheduler.LRScheduler):
    """One cycle of learning rate and momentum: up to max_lr, then down to almost nothing.

    Equals torch.optim.lr_scheduler.OneCycleLR. The momentum, or the first beta, is a tensor in the
    parameter groups, for most optimizers of MindSpore a number, with which they compile anew.
    """

    def __init__(
        self,
        optimizer,
        max_lr,
        total_steps=None,
        epochs=None,
        steps_per_epoch=None,
        pct_start=0.3,
        anneal_strategy="cos",
        cycle_momentum=True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor=25.0,
        final_div_factor=1e4,
        three_phase=False,
        last_epoch=-1,
    ):
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("OneCycleLR needs total_steps, or epochs and steps_per_epoch")
        if cycle_momentum and not {"momentum", "betas"} & set(optimizer.defaults):
            raise ValueError("the optimizer has no momentum to cycle")
        self.total_steps = epochs * steps_per_epoch if total_steps is None else total_steps
        self.linear = anneal_strategy == "linear"
        self.cycle_momentum = cycle_momentum
        compiled = type(optimizer).construct.__module__.startswith("mindspore.")
        self.as_number = compiled and not isinstance(optimizer, optim.SGD)
        number = len(optimizer.param_groups)
        high, slow, fast = (
            list(one) if isinstance(one, (list, tuple)) else [one] * number
            for one in (max_lr, base_momentum, max_momentum)
        )
        start = [lr / div_factor for lr in high]
        end = [lr / final_div_factor for lr in start]
        top = pct_start * self.total_steps - 1
        last = self.total_steps - 1
        # Where each phase ends, with the rates and momenta at its beginning and its end.
        self.phases = [(top, start, high, fast, slow), (last, high, end, slow, fast)]
        if three_phase:
            back = 2 * pct_start * self.total_steps - 2
            self.phases[1:] = [(back, high, start, slow, fast), (last, start, end, fast, fast)]
        if last_epoch == -1:
            for group, lr in zip(optimizer.param_groups, start, strict=True):
                group["initial_lr"] = ms.Tensor(lr, ms.float32)
        super().__init__(optimizer, last_epoch)

    def between(self, start, end, part):
        """The value at a part, 0 to 1, of the way from start to end."""
        if self.linear:
            return (end - start) * part + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)

    def get_lr(self):
        step = int(self.last_epoch)
        if step > self.total_steps:
            raise ValueError(f"step {step} of a schedule of {self.total_steps} steps")
        ends = [phase[0] for phase in self.phases]
        number = min(sum(end < step for end in ends), len(ends) - 1)
        begin = ends[number - 1] if number else 0.0
        end, lr_from, lr_to, momentum_from, momentum_to = self.phases[number]
        part = (step - begin) / (end - begin)
        if self.cycle_momentum:
            pairs = zip(momentum_from, momentum_to, strict=True)
            for group, (first, last) in zip(self.optimizer.param_groups, pairs, strict=True):
                momentum = self.between(first, last, part)
                momentum = momentum if self.as_number else ms.Tensor(momentum, ms.float32)
                if "betas" in group:
                    group["betas"] = (momentum, *group["betas"][1:])
                else:
                    group["momentum"] = momentum
        pairs = zip(lr_from, lr_to, strict=True)
        return [self.between(first, last, part) for first, last in pairs]
