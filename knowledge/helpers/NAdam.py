import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim


class NAdam(optim.NAdam):
    """mindspore.experimental.optim.NAdam with the arguments of torch.optim.NAdam.

    MindSpore's has no maximize and no decoupled_weight_decay.
    """

    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        momentum_decay=4e-3,
        decoupled_weight_decay=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        if differentiable:
            raise NotImplementedError("NAdam is not differentiable")
        super().__init__(params, lr, betas, eps, weight_decay, momentum_decay)
        own = {"maximize": maximize, "decoupled_weight_decay": decoupled_weight_decay}
        self.defaults.update(own)
        for group in self.param_groups:
            for name, value in own.items():
                group.setdefault(name, value)

    def construct(self, gradients):
        ops.assign_add(self.step_t, self.increase_tensor)
        gradients = list(gradients)
        for index, group in enumerate(self.param_groups):
            start, end = self.group_start_id[index], self.group_start_id[index + 1]
            beta1, beta2 = float(group["betas"][0]), float(group["betas"][1])
            lr, decay = ops.cast(group["lr"], ms.float32), group["weight_decay"]
            if group["maximize"]:
                gradients[start:end] = [-grad for grad in gradients[start:end]]
            if group["decoupled_weight_decay"]:
                for param in self.parameters[start:end]:
                    ops.assign(param, param * (1 - lr * decay))
                decay = 0.0
            options = (decay, group["momentum_decay"], group["eps"])
            self.implementation(lr, beta1, beta2, *options, start, end, tuple(gradients))
        return True
