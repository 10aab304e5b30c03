import math

import mindspore as ms
import numpy as np
from helper import Distribution, cholesky, digamma, lgamma, solve_triangular, standard_gamma
from mindspore import ops


class Wishart(Distribution):
    """Covariances of samples of normal vectors, by degrees of freedom and a covariance.

    Stands for torch.distributions.Wishart. rsample carries gradients, sample does not.
    """

    stands_for = "Wishart"
    has_rsample = True

    def __init__(
        self,
        df,
        covariance_matrix=None,
        precision_matrix=None,
        scale_tril=None,
        validate_args=None,
    ):
        if precision_matrix is not None:
            unit = ops.eye(precision_matrix.shape[-1], dtype=precision_matrix.dtype)
            unit = unit.broadcast_to(precision_matrix.shape)
            covariance_matrix = ops.matrix_solve(precision_matrix, unit)
        factor = scale_tril if scale_tril is not None else cholesky(covariance_matrix)
        batch = np.broadcast_shapes(np.shape(df), factor.shape[:-2])
        self.df = ops.zeros(batch, factor.dtype) + df
        self.scale_tril = factor.broadcast_to(batch + factor.shape[-2:])
        super().__init__(batch, factor.shape[-2:])

    @property
    def covariance_matrix(self) -> ms.Tensor:
        return self.scale_tril @ self.scale_tril.swapaxes(-1, -2)

    @property
    def precision_matrix(self) -> ms.Tensor:
        unit = ops.eye(self.event_shape[-1], dtype=self.df.dtype)
        return ops.matrix_solve(
            self.covariance_matrix, unit.broadcast_to(self.covariance_matrix.shape)
        )

    @property
    def mean(self) -> ms.Tensor:
        return self.df.reshape((*self.batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def mode(self) -> ms.Tensor:
        factor = self.df - self.event_shape[-1] - 1
        factor = ops.where(factor <= 0, ops.full_like(factor, math.nan), factor)
        return factor.reshape((*self.batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def variance(self) -> ms.Tensor:
        matrix = self.covariance_matrix
        diagonal = (self.scale_tril**2).sum(-1)
        spread = matrix**2 + diagonal.expand_dims(-1) * diagonal.expand_dims(-2)
        return self.df.reshape((*self.batch_shape, 1, 1)) * spread

    def _logs(self, matrix) -> ms.Tensor:
        """The sum of the logarithms on the diagonal."""
        return ops.log((matrix * ops.eye(matrix.shape[-1], dtype=matrix.dtype)).sum(-1)).sum(-1)

    def _halves(self) -> ms.Tensor:
        """Half the degrees of freedom that are left in each row."""
        steps = ops.arange(self.event_shape[-1]).astype(self.df.dtype)
        return (self.df.expand_dims(-1) - steps) / 2

    def rsample(self, sample_shape=()) -> ms.Tensor:
        halves = self._halves()
        drawn, slope = standard_gamma(halves, sample_shape)
        moved = ms.Tensor(slope, halves.dtype) * (halves - ops.stop_gradient(halves))
        root = ops.sqrt(2 * (ms.Tensor(np.maximum(drawn, 1.1754944e-38), halves.dtype) + moved))
        below = np.tril(np.random.standard_normal(self._extended_shape(sample_shape)), -1)
        unit = ops.eye(self.event_shape[-1], dtype=halves.dtype)
        factor = self.scale_tril @ (ms.Tensor(below, halves.dtype) + root.expand_dims(-1) * unit)
        return factor @ factor.swapaxes(-1, -2)

    def _log_norm(self) -> ms.Tensor:
        size = self.event_shape[-1]
        gamma = size * (size - 1) / 4 * math.log(math.pi) + lgamma(self._halves()).sum(-1)
        return self.df * (size / 2 * math.log(2) + self._logs(self.scale_tril)) + gamma

    def log_prob(self, value) -> ms.Tensor:
        factor = cholesky(value)
        trace = (solve_triangular(self.scale_tril, factor, upper=False) ** 2).sum((-2, -1))
        power = self.df - self.event_shape[-1] - 1
        return power * self._logs(factor) - trace / 2 - self._log_norm()

    def entropy(self) -> ms.Tensor:
        size = self.event_shape[-1]
        slope = (self.df - size - 1) / 2 * digamma(self._halves()).sum(-1)
        rest = (self.df - size - 1) * (size / 2 * math.log(2) + self._logs(self.scale_tril))
        return self._log_norm() - rest - slope + self.df * size / 2
