import math

import mindspore as ms
from mindspore.experimental import optim
from mindspore.experimental.optim import lr_scheduler


class CyclicLR(lr_scheduler.CyclicLR):
    """mindspore.experimental.optim.lr_scheduler.CyclicLR that cycles the momentum, too.

    With the arguments of torch.optim.lr_scheduler.CyclicLR. The momentum, or the first beta, is a
    tensor in the parameter groups, for most optimizers of MindSpore a number, with which they
    compile anew.
    """

    def __init__(
        self,
        optimizer,
        base_lr,
        max_lr,
        step_size_up=2000,
        step_size_down=None,
        mode="triangular",
        gamma=1.0,
        scale_fn=None,
        scale_mode="cycle",
        cycle_momentum=True,
        base_momentum=0.8,
        max_momentum=0.9,
        last_epoch=-1,
    ):
        number = len(optimizer.param_groups)
        limits = [
            list(one) if isinstance(one, (list, tuple)) else [one] * number
            for one in (base_momentum, max_momentum)
        ]
        self.momentum_limits = list(zip(*limits, strict=True)) if cycle_momentum else []
        if cycle_momentum and not {"momentum", "betas"} & set(optimizer.defaults):
            raise ValueError("the optimizer has no momentum to cycle")
        compiled = type(optimizer).construct.__module__.startswith("mindspore.")
        self.as_number = compiled and not isinstance(optimizer, optim.SGD)
        super().__init__(
            optimizer,
            base_lr,
            max_lr,
            step_size_up,
            step_size_down,
            mode,
            gamma,
            scale_fn,
            scale_mode,
            last_epoch,
        )

    def get_lr(self):
        epoch, up = int(self.last_epoch), self.step_up_ratio
        cycle = math.floor(1 + epoch / self.total_step_size)
        part = 1.0 + epoch / self.total_step_size - cycle
        part = part / up if part <= up else (part - 1) / (up - 1)
        part *= self.scale_fn(cycle if self.scale_mode == "cycle" else epoch)
        momenta = self.momentum_limits
        for group, (low, high) in zip(self.optimizer.param_groups, momenta, strict=False):
            momentum = high - (high - low) * part
            momentum = momentum if self.as_number else ms.Tensor(momentum, ms.float32)
            if "betas" in group:
                group["betas"] = (momentum, *group["betas"][1:])
            else:
                group["momentum"] = momentum
        limits = zip(map(float, self.base_lrs), map(float, self.max_lrs), strict=True)
        return [low + (high - low) * part for low, high in limits]
