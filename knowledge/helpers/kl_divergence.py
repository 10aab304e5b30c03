import math

import mindspore as ms
import numpy as np
from mindspore import ops


def kl_divergence(p, q) -> ms.Tensor:
    """The Kullback-Leibler divergence from q to p, two distributions.

    Equals torch.distributions.kl_divergence for the pairs below and those that register_kl added.
    """
    for kind in type(p).__mro__:
        for other, function in vars(kind).get("kl_functions", {}).items():
            if isinstance(q, other):
                return function(p, q)
    known = (
        *("Normal", "LogNormal", "HalfNormal", "MultivariateNormal", "Uniform", "Exponential"),
        *("Laplace", "Cauchy", "Gumbel", "Pareto", "Beta", "Gamma", "Dirichlet", "Poisson"),
        *("Geometric", "Binomial", "Bernoulli", "Categorical", "OneHotCategoricalStraightThrough"),
        *("OneHotCategorical", "Independent"),
    )
    kinds = []
    for one in (p, q):
        names = [kind.__name__.removeprefix("ms_") for kind in type(one).__mro__]
        kinds.append(next((name for name in names if name in known), names[0]))
    kind, name = kinds
    if kind == name == "Independent":
        axes = p.reinterpreted_batch_ndims
        if axes != q.reinterpreted_batch_ndims:
            raise NotImplementedError("events of other axes")
        result = kl_divergence(p.base_dist, q.base_dist)
        return result.sum(tuple(range(-axes, 0))) if axes else result
    if kind == name and name in ("Normal", "LogNormal"):
        ratio = (p.scale / q.scale) ** 2
        result = 0.5 * (ratio + ((p.loc - q.loc) / q.scale) ** 2 - 1 - ops.log(ratio))
    elif kind == name == "HalfNormal":
        ratio = (p.scale / q.scale) ** 2
        result = 0.5 * (ratio - 1 - ops.log(ratio))
    elif kind == name == "Uniform":
        result = ops.log((q.high - q.low) / (p.high - p.low))
        outside = ops.logical_or(q.low > p.low, q.high < p.high)
        result = ops.where(outside, ops.full_like(result, math.inf), result)
    elif kind == name == "Exponential":
        ratio = q.rate / p.rate
        result = ratio - ops.log(ratio) - 1
    elif kind == name == "Cauchy":
        square = (p.scale + q.scale) ** 2 + (p.loc - q.loc) ** 2
        result = ops.log(square) - ops.log(4 * p.scale * q.scale)
    elif kind == name == "Pareto":
        ratio = p.scale / q.scale
        result = q.alpha * ops.log(ratio) - ops.log(q.alpha / p.alpha) + q.alpha / p.alpha - 1
        result = ops.where(p.scale < q.scale, ops.full_like(result, math.inf), result)
    elif kind == name == "Geometric":
        result = -p.entropy() - ops.log1p(-q.probs) / p.probs - q.logits
    elif kind == name == "Binomial" and (p.total_count == q.total_count).all():
        result = p.probs * (p.logits - q.logits) + ops.log1p(-p.probs) - ops.log1p(-q.probs)
        result = p.total_count * result
    elif (kind, name) == ("Laplace", "Normal"):
        square = 2 * p.scale**2 + (p.loc - q.loc) ** 2
        result = 0.5 * math.log(2 * math.pi) + square / (2 * q.scale**2)
        result = result - ops.log(p.scale / q.scale) - 1 - math.log(2)
    elif (kind, name) == ("Uniform", "Normal"):
        apart = (p.mean - q.loc) ** 2 + p.variance
        result = 0.5 * apart / q.scale**2 + 0.5 * math.log(2 * math.pi)
        result = result + ops.log(q.scale) - ops.log(p.high - p.low)
    elif kind == name == "MultivariateNormal":
        apart = ops.cat((p.scale_tril, (q.loc - p.loc).expand_dims(-1)), -1)
        factor = q.scale_tril.broadcast_to(apart.shape[:-1] + q.loc.shape[-1:])
        square = (ops.matrix_solve(factor, apart) ** 2).sum((-2, -1))
        result = q._log_det() - p._log_det() + 0.5 * (square - p.loc.shape[-1])
    elif kind == name == "Dirichlet":
        c, difference = p.concentration, p.concentration - q.concentration
        slope = p._digamma(c) - p._digamma(c.sum(-1, keepdims=True))
        result = q._log_beta() - p._log_beta() + (difference * slope).sum(-1)
    elif kind == name and name in ("Categorical", "OneHotCategorical"):
        terms = p.probs * (p.logits - q.logits)
        terms = ops.where(q.probs == 0, ops.full_like(terms, math.inf), terms)
        result = ops.where(p.probs == 0, ops.zeros_like(terms), terms).sum(-1)
    elif kind == name == "OneHotCategoricalStraightThrough":
        result = (p.probs * (p.logits - q.logits)).sum(-1)
    elif kind == name == "Bernoulli":
        ones = p.probs * (ops.softplus(-q.logits) - ops.softplus(-p.logits))
        ones = ops.where(q.probs == 0, ops.full_like(ones, math.inf), ones)
        zeros = (1 - p.probs) * (ops.softplus(q.logits) - ops.softplus(p.logits))
        zeros = ops.where(q.probs == 1, ops.full_like(zeros, math.inf), zeros)
        result = ops.where(p.probs == 0, ops.zeros_like(ones), ones)
        result = result + ops.where(p.probs == 1, ops.zeros_like(zeros), zeros)
    elif kind == name == "Beta":
        a, b = p.concentration1, p.concentration0
        result = q._log_beta() - p._log_beta() + (a - q.concentration1) * p._digamma(a)
        result = result + (b - q.concentration0) * p._digamma(b)
        rest = q.concentration1 + q.concentration0 - a - b
        result = result + rest * p._digamma(a + b)
    elif kind == name == "Gamma":
        a, b = p.concentration, q.concentration
        result = b * ops.log(p.rate / q.rate) + p._lgamma(b) - p._lgamma(a)
        result = result + (a - b) * p._digamma(a) + (q.rate - p.rate) * (a / p.rate)
    elif kind == name == "Laplace":
        apart = ops.abs(p.loc - q.loc) / q.scale
        ratio = p.scale / q.scale
        result = ratio * ops.exp(-ops.abs(p.loc - q.loc) / p.scale) + apart - ops.log(ratio) - 1
    elif kind == name == "Gumbel":
        ratio, apart = p.scale / q.scale, (p.loc - q.loc) / q.scale
        power = ops.exp(p._lgamma(1 + ratio) - apart)
        result = apart - ops.log(ratio) + ratio * np.euler_gamma + power - (1 + np.euler_gamma)
    elif kind == name == "Poisson":
        result = p.rate * (ops.log(p.rate) - ops.log(q.rate)) - (p.rate - q.rate)
    else:
        raise NotImplementedError(f"no divergence of {kind} and {name}")
    return result
