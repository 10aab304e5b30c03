import mindspore as ms
from mindspore import ops


def kl_divergence(p, q) -> ms.Tensor:
    """The Kullback-Leibler divergence from q to p, two distributions of one class.

    Equals torch.distributions.kl_divergence for the classes below, and Independent ones of them.
    """
    parameters = {
        "Bernoulli": ("probs",),
        "Beta": ("concentration1", "concentration0"),
        "Categorical": ("probs",),
        "Exponential": ("rate",),
        "Gamma": ("concentration", "rate"),
        "Gumbel": ("loc", "scale"),
        "LogNormal": ("loc", "scale"),
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
    elif kind == name and "OneHotCategorical" in name:
        result = (p.probs * (p.logits - q.logits)).sum(-1)
    else:
        raise NotImplementedError(f"no divergence of {kind} and {name}")
    return result.sum(tuple(range(-axes, 0))) if axes else result
