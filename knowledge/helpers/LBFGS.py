import mindspore as ms
import numpy as np
from mindspore import ops
from mindspore.experimental import optim


class LBFGS(optim.Optimizer):
    """The limited-memory BFGS method: torch.optim.LBFGS, with its line search or steps of length lr.

    step(closure) calls closure() for the loss and the gradients of the parameters, up to max_eval
    times, and returns the first loss. It counts with NumPy.
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
        if line_search_fn not in (None, "strong_wolfe"):
            raise ValueError("LBFGS has no line search but strong_wolfe")
        super().__init__(params, {"lr": lr, "weight_decay": 0.0})
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS takes one group of parameters")
        self.max_iter = max_iter
        self.max_eval = max_iter * 5 // 4 if max_eval is None else max_eval
        self.tolerance_grad, self.tolerance_change = tolerance_grad, tolerance_change
        self.history_size = history_size
        self.searches = line_search_fn is not None
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

    def move(self, origin, change):
        """Set the parameters to what they were at the origin, and a flat array more."""
        start = 0
        for param, before in zip(self.parameters, origin, strict=True):
            part = change[start : start + param.size].reshape(param.shape)
            ops.assign(param, ms.Tensor(before + part, param.dtype))
            start += param.size

    def evaluate(self, closure):
        """The loss, and its gradient as one flat array."""
        loss, grads = closure()
        return loss, np.concatenate([one.asnumpy().reshape(-1) for one in grads])

    def probe(self, closure, origin, direction, length):
        """A point of the line search: its length, loss, gradient and slope."""
        self.move(origin, direction * length)
        loss, grad = self.evaluate(closure)
        return length, float(loss), grad, np.float64(grad.dot(direction))

    def cubic_minimum(self, points, bounds):
        """The length where the cubic through two points is least, within bounds."""
        (x1, f1, _, g1), (x2, f2, _, g2) = sorted(points, key=lambda point: point[0])
        d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
        square = d1 * d1 - g1 * g2
        if not square >= 0:
            return sum(bounds) / 2
        root = np.sqrt(square)
        least = x2 - (x2 - x1) * ((g2 + root - d1) / (g2 - g1 + 2 * root))
        return min(max(least, bounds[0]), bounds[1])

    def line_search(self, closure, origin, direction, length, start, limit):
        """A point that meets the strong Wolfe conditions, or the best, and how many were tried."""
        loss, slope = start[1], start[3]
        before, point, tries = start, self.probe(closure, origin, direction, length), 0
        done = False
        while tries < limit:
            high = point[1] > loss + 1e-4 * point[0] * slope
            if high or (tries > 1 and point[1] >= before[1]):
                bracket = [before, point]
                break
            if abs(point[3]) <= -0.9 * slope:
                bracket, done = [point], True
                break
            if point[3] >= 0:
                bracket = [before, point]
                break
            bounds = point[0] + 0.01 * (point[0] - before[0]), point[0] * 10
            length = self.cubic_minimum([before, point], bounds)
            before, point = point, self.probe(closure, origin, direction, length)
            tries += 1
        else:
            bracket = [start, point]
        insufficient = False
        low = 0 if bracket[0][1] <= bracket[-1][1] else 1
        while not done and tries < limit:
            first, last = sorted(one[0] for one in bracket)
            if (last - first) * np.abs(direction).max() < self.tolerance_change:
                break
            length = self.cubic_minimum(bracket, (first, last))
            margin = 0.1 * (last - first)
            near = min(last - length, length - first) < margin
            if near and (insufficient or length >= last or length <= first):
                nearer_last = abs(length - last) < abs(length - first)
                length = last - margin if nearer_last else first + margin
                near = False
            insufficient = near
            point = self.probe(closure, origin, direction, length)
            tries += 1
            if point[1] > loss + 1e-4 * length * slope or point[1] >= bracket[low][1]:
                bracket[1 - low] = point
                low = 0 if bracket[0][1] <= bracket[1][1] else 1
                continue
            done = abs(point[3]) <= -0.9 * slope
            if not done and point[3] * (bracket[1 - low][0] - bracket[low][0]) >= 0:
                bracket[1 - low] = bracket[low]
            bracket[low] = point
        return bracket[low], tries + 1

    def step(self, closure):
        first, grad = self.evaluate(closure)
        loss, evaluations = float(first), 1
        if np.abs(grad).max() <= self.tolerance_grad:
            return first
        lr = np.float32(float(self.param_groups[0]["lr"]))
        for number in range(1, self.max_iter + 1):
            length = lr if self.last else min(np.float32(1), 1 / np.abs(grad).sum()) * lr
            direction = self.next_direction(grad)
            self.last, before = (grad, direction, length), loss
            slope = grad.dot(direction)
            if slope > -self.tolerance_change:
                break
            origin = [param.asnumpy().copy() for param in self.parameters]
            if self.searches:
                start, limit = (0.0, loss, grad, slope), self.max_eval - evaluations
                (length, loss, after, _), tries = self.line_search(
                    closure, origin, direction, length, start, limit
                )
                self.last = grad, direction, np.float32(length)
                grad, evaluations = after, evaluations + tries
                self.move(origin, direction * np.float32(length))
            else:
                self.move(origin, direction * length)
            if number == self.max_iter:
                break
            if not self.searches:
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
