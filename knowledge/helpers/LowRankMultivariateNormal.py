import math

import mindspore as ms
import numpy as np
from helper import Distribution, cholesky
from mindspore import ops


class LowRankMultivariateNormal(Distribution):
    """Normal distributions of vectors whose covariance is W @ W^T with few columns, and a diagonal.

    Stands for torch.distributions.LowRankMultivariateNormal. rsample carries gradients, sample does
    not.
    """

    stands_for = "LowRankMultivariateNormal"
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        size = loc.shape[-1:]
        batch = np.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        self.loc = loc.broadcast_to(batch + size)
        self.cov_factor = cov_factor.broadcast_to(batch + cov_factor.shape[-2:])
        self.cov_diag = cov_diag.broadcast_to(batch + size)
        super().__init__(batch, size)

    def _small(self) -> tuple:
        """W^T D^-1, and L of L @ L^T = 1 + W^T D^-1 W: as small as W has columns."""
        weighted = (self.cov_factor / self.cov_diag.expand_dims(-1)).swapaxes(-1, -2)
        unit = ops.eye(weighted.shape[-2], dtype=weighted.dtype)
        return weighted, cholesky(weighted @ self.cov_factor + unit)

    def _log_det(self, factor) -> ms.Tensor:
        unit = ops.eye(factor.shape[-1], dtype=factor.dtype)
        return 2 * ops.log((factor * unit).sum(-1)).sum(-1) + ops.log(self.cov_diag).sum(-1)

    @property
    def covariance_matrix(self) -> ms.Tensor:
        unit = ops.eye(self.loc.shape[-1], dtype=self.loc.dtype)
        diagonal = self.cov_diag.expand_dims(-1) * unit
        return self.cov_factor @ self.cov_factor.swapaxes(-1, -2) + diagonal

    @property
    def precision_matrix(self) -> ms.Tensor:
        unit = ops.eye(self.loc.shape[-1], dtype=self.loc.dtype)
        weighted, factor = self._small()
        part = ops.matrix_solve(factor, weighted)
        return unit / self.cov_diag.expand_dims(-1) - part.swapaxes(-1, -2) @ part

    @property
    def scale_tril(self) -> ms.Tensor:
        return cholesky(self.covariance_matrix)

    @property
    def mean(self) -> ms.Tensor:
        return self.loc

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        return (self.cov_factor**2).sum(-1) + self.cov_diag

    def rsample(self, sample_shape=()) -> ms.Tensor:
        shape = self._extended_shape(sample_shape)
        short = ops.standard_normal((*shape[:-1], self.cov_factor.shape[-1], 1))
        noise = ops.standard_normal(shape).astype(self.loc.dtype)
        spread = (self.cov_factor @ short.astype(self.loc.dtype)).squeeze(-1)
        return self.loc + spread + ops.sqrt(self.cov_diag) * noise

    def log_prob(self, value) -> ms.Tensor:
        difference = value - self.loc
        weighted, factor = self._small()
        part = weighted @ difference.expand_dims(-1)
        part = ops.matrix_solve(factor.broadcast_to(part.shape[:-2] + factor.shape[-2:]), part)
        square = (difference**2 / self.cov_diag).sum(-1) - (part**2).sum((-2, -1))
        constant = self.loc.shape[-1] * math.log(2 * math.pi)
        return -0.5 * (constant + self._log_det(factor) + square)

    def entropy(self) -> ms.Tensor:
        _, factor = self._small()
        constant = self.loc.shape[-1] * (1 + math.log(2 * math.pi))
        return 0.5 * (constant + self._log_det(factor))
