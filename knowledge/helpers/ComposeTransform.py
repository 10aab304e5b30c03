import mindspore as ms


class ComposeTransform:
    """Transforms, one after the other.

    Stands for torch.distributions.transforms.ComposeTransform of transforms of single numbers.
    """

    def __init__(self, parts, cache_size=0):
        self.parts = list(parts)
        self.event_dim = max([0] + [getattr(part, "event_dim", 0) for part in self.parts])
        self.sign = 1
        for part in self.parts:
            self.sign = self.sign * part.sign

    def __call__(self, x) -> ms.Tensor:
        for part in self.parts:
            x = part(x)
        return x

    def inv(self, y) -> ms.Tensor:
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        total = 0.0
        for part in self.parts:
            after = part(x)
            logs = part.log_abs_det_jacobian(x, after)
            axes = tuple(range(getattr(part, "event_dim", 0) - self.event_dim, 0))
            total = total + (logs.sum(axes) if axes else logs)
            x = after
        return total
