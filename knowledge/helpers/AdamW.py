from mindspore import ops
from mindspore.experimental import optim


class AdamW(optim.AdamW):
    """mindspore.experimental.optim.AdamW with torch's arguments.

    The betas may be tensors, as a scheduler sets them; MindSpore's then moves nothing, in silence.
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        if amsgrad or differentiable:
            raise NotImplementedError("AdamW has no amsgrad and is not differentiable")
        super().__init__(params, lr, betas, eps, weight_decay, maximize=maximize)
        self.adam_opt = ops.Adam()

    def construct(self, gradients):
        ops.assign_add(self.state_step, self.increase_tensor)
        for index, group in enumerate(self.param_groups):
            start, end = self.group_start_id[index], self.group_start_id[index + 1]
            beta1, beta2 = group["betas"]
            power1, power2 = ops.pow(beta1, self.state_step), ops.pow(beta2, self.state_step)
            eps = ops.sqrt(1 - power2) * group["eps"]  # ops.Adam adds it before the correction
            lr = self.lrs[index]
            for number in range(start, end):
                param, grad = self.parameters[number], gradients[number]
                grad = -grad if group["maximize"] else grad
                ops.assign(param, param * (1 - lr * group["weight_decay"]))
                moments = self.exp_avg[number], self.exp_avg_sq[number]
                self.adam_opt(param, *moments, power1, power2, lr, beta1, beta2, eps, grad)
        return True
