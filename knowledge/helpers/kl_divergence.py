import math

import mindspore as ms
import numpy as np
from mindspore import ops


def kl_divergence(p, q) -> ms.Tensor:
    """The Kullback-Leibler divergence from q to p, two distributions of one class.

    Equals torch.distributions.kl_divergence for the classes below, and Independent ones of them.
    """
    parameters = {
        "Exponential": ("rate",),
        "Normal": ("mean", "sd"),
        "Uniform": ("low", "high"),
    }
    axes = 0
    while (
        type(p).__name__.endswith("Independent")
        and type(p) is type(q)
        and p.reinterpreted_batch_ndims == q.reinterpreted_batch_ndims
    ):
        axes += p.reinterpreted_batch_ndims
        p, q = p.base_dist, q.base_dist
    kind, name = type(p).__name__, type(q).__name__
    plain = name.removeprefix("ms_")
    if kind == name and name in parameters:
        values = (getattr(q, parameter) for parameter in parameters[name])
        result = p.kl_loss(name, *(value() if callable(value) else value for value in values))
    elif kind == name and name.endswith("MultivariateNormal"):
        apart = ops.cat((p.scale_tril, (q.loc - p.loc).expand_dims(-1)), -1)
        factor = q.scale_tril.broadcast_to(apart.shape[:-1] + q.loc.shape[-1:])
        square = (ops.matrix_solve(factor, apart) ** 2).sum((-2, -1))
        result = q._log_det() - p._log_det() + 0.5 * (square - p.loc.shape[-1])
    elif kind == name and name.endswith("Dirichlet"):
        c, difference = p.concentration, p.concentration - q.concentration
        slope = p._digamma(c) - p._digamma(c.sum(-1, keepdims=True))
        result = q._log_beta() - p._log_beta() + (difference * slope).sum(-1)
    elif kind == name and plain in ("Categorical", "OneHotCategorical"):
        terms = p.probs * (p.logits - q.logits)
        terms = ops.where(q.probs == 0, ops.full_like(terms, math.inf), terms)
        result = ops.where(p.probs == 0, ops.zeros_like(terms), terms).sum(-1)
    elif kind == name and plain == "OneHotCategoricalStraightThrough":
        result = (p.probs * (p.logits - q.logits)).sum(-1)
    elif kind == name and plain == "Bernoulli":
        ones = p.probs * (ops.softplus(-q.logits) - ops.softplus(-p.logits))
        ones = ops.where(q.probs == 0, ops.full_like(ones, math.inf), ones)
        zeros = (1 - p.probs) * (ops.softplus(q.logits) - ops.softplus(p.logits))
        zeros = ops.where(q.probs == 1, ops.full_like(zeros, math.inf), zeros)
        result = ops.where(p.probs == 0, ops.zeros_like(ones), ones)
        result = result + ops.where(p.probs == 1, ops.zeros_like(zeros), zeros)
    elif kind == name and plain == "Beta":
        a, b = p.concentration1, p.concentration0
        result = q._log_beta() - p._log_beta() + (a - q.concentration1) * p._digamma(a)
        result = result + (b - q.concentration0) * p._digamma(b)
        rest = q.concentration1 + q.concentration0 - a - b
        result = result + rest * p._digamma(a + b)
    elif kind == name and plain == "Gamma":
        a, b = p.concentration, q.concentration
        result = b * ops.log(p.rate / q.rate) + p._lgamma(b) - p._lgamma(a)
        result = result + (a - b) * p._digamma(a) + (q.rate - p.rate) * (a / p.rate)
    elif kind == name and plain == "Laplace":
        apart = ops.abs(p.loc - q.loc) / q.scale
        ratio = p.scale / q.scale
        result = ratio * ops.exp(-ops.abs(p.loc - q.loc) / p.scale) + apart - ops.log(ratio) - 1
    elif kind == name and plain == "LogNormal":
        ratio = (p.scale / q.scale) ** 2
        result = 0.5 * (ratio + ((p.loc - q.loc) / q.scale) ** 2 - 1 - ops.log(ratio))
    elif kind == name and plain == "Gumbel":
        ratio, apart = p.scale / q.scale, (p.loc - q.loc) / q.scale
        power = ops.exp(p._lgamma(1 + ratio) - apart)
        result = apart - ops.log(ratio) + ratio * np.euler_gamma + power - (1 + np.euler_gamma)
    elif kind == name and plain == "Poisson":
        result = p.rate * (ops.log(p.rate) - ops.log(q.rate)) - (p.rate - q.rate)
    else:
        raise NotImplementedError(f"no divergence of {kind} and {name}")
    return result.sum(tuple(range(-axes, 0))) if axes else result
