import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim


class SparseAdam(optim.Optimizer):
    """Adam that updates the rows with a gradient alone, and leaves the moments of others as they are.

    MindSpore's gradients are dense: a row whose gradient is zero counts as one without. Otherwise
    as torch.optim.SparseAdam.
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})
        self.exp_avg = self.parameters.clone(prefix="exp_avg", init="zeros")
        self.exp_avg_sq = self.parameters.clone(prefix="exp_avg_sq", init="zeros")
        self.state_step = ms.Parameter(ms.Tensor(0, ms.float32), "state_step")

    def construct(self, gradients):
        ops.assign_add(self.state_step, ms.Tensor(1, ms.float32))
        for index, group in enumerate(self.param_groups):
            beta1, beta2 = group["betas"]
            rate = group["lr"] * ops.sqrt(1 - beta2**self.state_step) / (1 - beta1**self.state_step)
            for number in range(self.group_start_id[index], self.group_start_id[index + 1]):
                param, grad = self.parameters[number], gradients[number]
                grad = -grad if group["maximize"] else grad
                first, second = self.exp_avg[number], self.exp_avg_sq[number]
                rows = (grad != 0).reshape(grad.shape[0], -1).any(1)
                rows = rows.reshape(-1, *[1] * (grad.ndim - 1))
                ops.assign(first, ops.where(rows, first * beta1 + grad * (1 - beta1), first))
                squares = second * beta2 + grad * grad * (1 - beta2)
                ops.assign(second, ops.where(rows, squares, second))
                step = first / (ops.sqrt(second) + group["eps"]) * rate
                ops.assign(param, ops.where(rows, param - step, param))
        return True
