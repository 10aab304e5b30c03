from mindspore import ops
from mindspore.experimental import optim


class Adam(optim.Adam):
    """mindspore.experimental.optim.Adam with torch's arguments, and eps where torch adds it.

    MindSpore adds eps to the second moment's root before its bias is corrected, torch behind it.
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        if amsgrad or differentiable or decoupled_weight_decay:
            raise NotImplementedError("Adam has no amsgrad, differentiable, decoupled_weight_decay")
        super().__init__(params, lr, betas, eps, weight_decay, maximize=maximize)

    def construct(self, gradients):
        ops.assign_add(self.state_step, self.increase_tensor)
        for index, group in enumerate(self.param_groups):
            start, end = self.group_start_id[index], self.group_start_id[index + 1]
            beta1, beta2 = group["betas"]
            power1, power2 = ops.pow(beta1, self.state_step), ops.pow(beta2, self.state_step)
            eps = ops.sqrt(1 - power2) * group["eps"]
            lr, decay = self.lrs[index], group["weight_decay"]
            for number in range(start, end):
                param, grad = self.parameters[number], gradients[number]
                grad = -grad if group["maximize"] else grad
                grad = grad + param * decay if decay else grad
                moments = self.exp_avg[number], self.exp_avg_sq[number]
                self.adam_opt(param, *moments, power1, power2, lr, beta1, beta2, eps, grad)
        return True
