import math

import mindspore as ms
import numpy as np
from helper import Distribution, cholesky
from mindspore import ops


class MultivariateNormal(Distribution):
    """Normal distributions of vectors, by mean and covariance or a factor of it.

    Stands for torch.distributions.MultivariateNormal. rsample carries gradients, sample does not.
    """

    stands_for = "MultivariateNormal"
    has_rsample = True

    def __init__(
        self,
        loc,
        covariance_matrix=None,
        precision_matrix=None,
        scale_tril=None,
        validate_args=None,
    ):
        if precision_matrix is not None:
            unit = ops.eye(loc.shape[-1], dtype=loc.dtype).broadcast_to(precision_matrix.shape)
            covariance_matrix = ops.matrix_solve(precision_matrix, unit)
        factor = scale_tril if scale_tril is not None else cholesky(covariance_matrix)
        batch = np.broadcast_shapes(loc.shape[:-1], factor.shape[:-2])
        self.loc = loc.broadcast_to(batch + loc.shape[-1:])
        self.scale_tril = factor.broadcast_to(batch + factor.shape[-2:])
        self.covariance_matrix = self.scale_tril @ self.scale_tril.swapaxes(-1, -2)
        super().__init__(batch, self.loc.shape[-1:])

    @property
    def precision_matrix(self) -> ms.Tensor:
        unit = ops.eye(self.loc.shape[-1], dtype=self.loc.dtype)
        return ops.matrix_solve(
            self.covariance_matrix, unit.broadcast_to(self.covariance_matrix.shape)
        )

    def _log_det(self) -> ms.Tensor:
        unit = ops.eye(self.loc.shape[-1], dtype=self.loc.dtype)
        return ops.log((self.scale_tril * unit).sum(-1)).sum(-1)

    def log_prob(self, value) -> ms.Tensor:
        difference = value - self.loc
        solved = []
        for k in range(self.loc.shape[-1]):
            rest = difference[..., k]
            for j, known in enumerate(solved):
                rest = rest - self.scale_tril[..., k, j] * known
            solved.append(rest / self.scale_tril[..., k, k])
        square = sum(item * item for item in solved)
        constant = self.loc.shape[-1] * math.log(2 * math.pi)
        return -0.5 * (constant + square) - self._log_det()

    def entropy(self) -> ms.Tensor:
        return 0.5 * self.loc.shape[-1] * (1 + math.log(2 * math.pi)) + self._log_det()

    @property
    def mean(self) -> ms.Tensor:
        return self.loc

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        return (self.scale_tril * self.scale_tril).sum(-1)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        noise = ops.standard_normal(tuple(sample_shape) + self.loc.shape).astype(self.loc.dtype)
        return self.loc + (self.scale_tril @ noise.expand_dims(-1)).squeeze(-1)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, MultivariateNormal):
            return super()._kl(other)
        apart = ops.cat((self.scale_tril, (other.loc - self.loc).expand_dims(-1)), -1)
        factor = other.scale_tril.broadcast_to(apart.shape[:-1] + other.loc.shape[-1:])
        square = (ops.matrix_solve(factor, apart) ** 2).sum((-2, -1))
        return other._log_det() - self._log_det() + 0.5 * (square - self.loc.shape[-1])
