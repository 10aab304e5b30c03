import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim


class Muon(optim.Optimizer):
    """Momentum whose matrices are made orthogonal by Newton-Schulz iterations.

    For matrices alone; counts with the precision of bfloat16, as torch.optim.Muon does.
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        weight_decay=0.1,
        momentum=0.95,
        nesterov=True,
        ns_coefficients=(3.4445, -4.775, 2.0315),
        eps=1e-7,
        ns_steps=5,
        adjust_lr_fn=None,
    ):
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Muon has no adjust_lr_fn={adjust_lr_fn!r}")
        own = {"momentum": momentum, "nesterov": nesterov, "ns_coefficients": ns_coefficients}
        own.update(eps=eps, ns_steps=ns_steps, adjust_lr_fn=adjust_lr_fn)
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, **own})
        if any(param.ndim != 2 for param in self.parameters):
            raise ValueError("Muon takes matrices alone")
        self.momentum_buffer = self.parameters.clone(prefix="momentum_buffer", init="zeros")

    def rounded(self, x):
        """What bfloat16 keeps of a tensor."""
        return x.astype(ms.bfloat16).astype(ms.float32)

    def orthogonal(self, matrix, group):
        """A matrix with nearly the same singular vectors, and singular values near 1."""
        a, b, c = group["ns_coefficients"]
        x = self.rounded(matrix.T if matrix.shape[0] > matrix.shape[1] else matrix)
        norm = self.rounded(ops.sqrt((x * x).sum()))
        x = self.rounded(x / ops.clamp(norm, min=group["eps"]))
        for _ in range(group["ns_steps"]):
            gram = self.rounded(ops.matmul(x, x.T))
            change = self.rounded(b * gram + c * ops.matmul(gram, gram))
            x = self.rounded(a * x + ops.matmul(change, x))
        return x.T if matrix.shape[0] > matrix.shape[1] else x

    def construct(self, gradients):
        for index, group in enumerate(self.param_groups):
            lr, momentum = group["lr"], group["momentum"]
            for number in range(self.group_start_id[index], self.group_start_id[index + 1]):
                param, grad = self.parameters[number], gradients[number]
                held = self.momentum_buffer[number]
                ops.assign(held, held + (grad - held) * (1 - momentum))
                update = grad + (held - grad) * momentum if group["nesterov"] else held
                rows, columns = param.shape
                ratio = max(1.0, rows / columns) ** 0.5
                if group["adjust_lr_fn"] == "match_rms_adamw":
                    ratio = 0.2 * max(rows, columns) ** 0.5
                step = self.orthogonal(update, group) * (lr * ratio)
                kept = param * (1 - lr * group["weight_decay"])
                ops.assign(param, (kept - step).astype(param.dtype))
        return True
