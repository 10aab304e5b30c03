import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim


class Adagrad(optim.Adagrad):
    """mindspore.experimental.optim.Adagrad with the arguments of torch.optim.Adagrad.

    MindSpore's moves no float64 parameters on CPU, in silence.
    """

    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        if differentiable:
            raise NotImplementedError("Adagrad is not differentiable")
        super().__init__(
            params,
            lr,
            float(lr_decay),
            weight_decay,
            float(initial_accumulator_value),
            eps,
            maximize=maximize,
        )

    def __call__(self, gradients):
        pairs = zip(self.parameters, gradients, strict=True)
        return super().__call__(tuple(grad if one.requires_grad else None for one, grad in pairs))

    def construct(self, gradients):
        is_double = False
        for param in self.parameters:
            is_double = is_double or param.dtype == ms.float64
        if not is_double:
            return super().construct(gradients)
        for index, group in enumerate(self.param_groups):
            rate = group["lr"] / (1 + self.step_t * group["lr_decay"])
            for number in range(self.group_start_id[index], self.group_start_id[index + 1]):
                param, held = self.parameters[number], self.accum[number]
                grad = -gradients[number] if group["maximize"] else gradients[number]
                grad = grad + param * group["weight_decay"]
                ops.assign(held, held + grad * grad)
                ops.assign(param, param - grad / (ops.sqrt(held) + group["eps"]) * rate)
        ops.assign_add(self.step_t, self.increase_tensor)
        return True
