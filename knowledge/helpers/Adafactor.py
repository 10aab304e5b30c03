import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim


class Adafactor(optim.Optimizer):
    """Adam with a factored second moment and steps relative to the parameters' size.

    It keeps one number a row and a column of each matrix. Equals torch.optim.Adafactor.
    """

    def __init__(
        self,
        params,
        lr=1e-2,
        beta2_decay=-0.8,
        eps=(None, 1e-3),
        d=1.0,
        weight_decay=0.0,
        *,
        foreach=None,
        maximize=False,
    ):
        own = {"beta2_decay": beta2_decay, "eps": eps, "d": d, "maximize": maximize}
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, **own})
        self.state_step = ms.Parameter(ms.Tensor(0, ms.float32), "state_step")
        row_var, col_var = [], []
        for param in self.parameters:
            shape, factored = tuple(param.shape), param.ndim > 1
            rows = (*shape[:-1], 1) if factored else shape
            columns = (*shape[:-2], 1, shape[-1]) if factored else (1,)
            row_var.append(ms.Parameter(ops.zeros(rows, param.dtype), f"row_var.{param.name}"))
            col_var.append(ms.Parameter(ops.zeros(columns, param.dtype), f"col_var.{param.name}"))
        self.row_var, self.col_var = ms.ParameterTuple(row_var), ms.ParameterTuple(col_var)
        epsilons = {ms.float64: 2.0**-52, ms.float16: 2.0**-10, ms.bfloat16: 2.0**-7}
        self.epsilons = [epsilons.get(param.dtype, 2.0**-23) for param in self.parameters]

    def construct(self, gradients):
        ops.assign_add(self.state_step, ms.Tensor(1, ms.float32))
        for index, group in enumerate(self.param_groups):
            lr, (eps1, eps2) = group["lr"], group["eps"]
            weight = self.state_step ** group["beta2_decay"]
            rate = ops.minimum(lr, self.state_step**-0.5)
            for number in range(self.group_start_id[index], self.group_start_id[index + 1]):
                param, grad = self.parameters[number], gradients[number]
                rows, columns = self.row_var[number], self.col_var[number]
                least = self.epsilons[number] if eps1 is None else eps1
                grad = -grad if group["maximize"] else grad
                length = ops.sqrt((param * param).mean()) * rate
                length = ops.maximum(length, eps2 * rate)
                square = grad * grad
                if param.ndim > 1:
                    ops.assign(rows, rows + (square.mean(-1, True) - rows) * weight)
                    ops.assign(columns, columns + (square.mean(-2, True) - columns) * weight)
                    variance = rows * columns / ops.clamp(rows.mean(-2, True), min=least)
                else:
                    ops.assign(rows, rows + (square - rows) * weight)
                    variance = rows
                update = grad / ops.sqrt(ops.clamp(variance, min=least * least))
                size = ops.sqrt((update * update).mean()) / group["d"]
                step = update * (length / ops.clamp(size, min=1.0))
                kept = param * (1 - lr * group["weight_decay"])
                ops.assign(param, (kept - step).astype(param.dtype))
        return True
