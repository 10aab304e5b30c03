import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, lgamma
from mindspore import ops


class LKJCholesky(Distribution):
    """Lower factors of correlation matrices, the closer to 1 the greater the concentration.

    Stands for torch.distributions.LKJCholesky. Samples come from numpy.
    """

    stands_for = "LKJCholesky"

    def __init__(self, dim, concentration=1.0, validate_args=None):
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        super().__init__(self.concentration.shape, (dim, dim))

    def sample(self, sample_shape=()) -> ms.Tensor:
        """Each row but the first is a direction, by how far it goes; the diagonal is the rest."""
        shape = self._extended_shape(sample_shape)
        row = np.arange(self.dim - 1)
        c = self.concentration.asnumpy().astype(np.float64)[..., None] + 0.5 * (self.dim - 2 - row)
        # torch draws with row + 0.5, not with half the row.
        far = np.random.beta(row + 0.5, c, (*shape[:-2], self.dim - 1))
        drawn = np.tril(np.random.standard_normal(shape), -1)
        drawn[..., 1:, :] *= np.sqrt(far)[..., None] / np.linalg.norm(
            drawn[..., 1:, :], axis=-1, keepdims=True
        )
        rest = np.sqrt(np.maximum(1 - (drawn**2).sum(-1), 1.1754944e-38))
        return ms.Tensor(drawn + rest[..., None] * np.eye(self.dim), self.concentration.dtype)

    def log_prob(self, value) -> ms.Tensor:
        c, size = self.concentration, self.dim - 1
        unit = ops.eye(self.dim, dtype=value.dtype)
        logs = ops.log((value * unit).sum(-1)[..., 1:])
        order = 2 * (c - 1).expand_dims(-1) + ops.arange(size - 1, -1, -1).astype(c.dtype)
        alpha = c + 0.5 * size
        norm = size * (size + 1) / 4 * math.log(math.pi) - size * lgamma(alpha)
        for step in range(size):
            norm = norm + lgamma(alpha - 0.5 * (step + 1))
        return (order * logs).sum(-1) - norm
