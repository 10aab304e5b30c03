import mindspore as ms


class ComposeTransform:
    """Transforms, one after the other.

    Stands for torch.distributions.transforms.ComposeTransform of transforms of single numbers.
    """

    def __init__(self, parts, cache_size=0):
        self.parts = list(parts)

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
            total = total + part.log_abs_det_jacobian(x, after)
            x = after
        return total
