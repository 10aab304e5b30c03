import mindspore as ms
import numpy as np
from mindspore import ops
from mindspore.experimental import optim


class LBFGS(optim.Optimizer):
    """The limited-memory BFGS method, with steps of length lr: torch.optim.LBFGS.

    step(closure) calls closure() for the loss and the gradients of the parameters, up to max_eval
    times, and returns the first loss. There is no line search. It counts with NumPy.
    """

    def __init__(
        self,
        params,
        lr=1,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size=100,
        line_search_fn=None,
    ):
        if line_search_fn is not None:
            raise NotImplementedError("LBFGS has no line search")
        super().__init__(params, {"lr": lr, "weight_decay": 0.0})
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS takes one group of parameters")
        self.max_iter = max_iter
        self.max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        self.tolerance_grad, self.tolerance_change = tolerance_grad, tolerance_change
        self.history_size = history_size
        # Differences of gradients, steps and their inverse products, the latest last.
        self.history = []
        self.last = None  # the gradient, direction and length of the step before
        self.scale = 1.0

    def next_direction(self, grad):
        """Where to go from here: minus the gradient times the estimated inverse Hessian."""
        if self.last is None:
            return -grad
        last_grad, last_direction, length = self.last
        change, way = grad - last_grad, last_direction * length
        curvature = change.dot(way)
        if curvature > 1e-10:
            self.history = [*self.history, (change, way, 1.0 / curvature)][-self.history_size :]
            self.scale = curvature / change.dot(change)
        direction, shares = -grad, []
        for change, way, inverse in reversed(self.history):
            shares.append(way.dot(direction) * inverse)
            direction = direction - change * shares[-1]
        direction = direction * self.scale
        for (change, way, inverse), share in zip(self.history, reversed(shares), strict=True):
            direction = direction + way * (share - change.dot(direction) * inverse)
        return direction

    def move(self, change):
        """Add a flat array to the parameters."""
        start = 0
        for param in self.parameters:
            part = change[start : start + param.size].reshape(param.shape)
            ops.assign(param, param + ms.Tensor(part, param.dtype))
            start += param.size

    def evaluate(self, closure):
        """The loss, and its gradient as one flat array."""
        loss, grads = closure()
        return loss, np.concatenate([one.asnumpy().reshape(-1) for one in grads])

    def step(self, closure):
        first, grad = self.evaluate(closure)
        loss, evaluations = float(first), 1
        if np.abs(grad).max() <= self.tolerance_grad:
            return first
        lr = np.float32(self.param_groups[0]["lr"].asnumpy())
        for number in range(1, self.max_iter + 1):
            length = lr if self.last else min(np.float32(1), 1 / np.abs(grad).sum()) * lr
            direction = self.next_direction(grad)
            self.last, before = (grad, direction, length), loss
            if grad.dot(direction) > -self.tolerance_change:
                break
            self.move(direction * length)
            if number == self.max_iter:
                break
            value, grad = self.evaluate(closure)
            loss, evaluations = float(value), evaluations + 1
            if (
                evaluations >= self.max_eval
                or np.abs(grad).max() <= self.tolerance_grad
                or np.abs(direction * length).max() <= self.tolerance_change
                or abs(loss - before) < self.tolerance_change
            ):
                break
        return first
