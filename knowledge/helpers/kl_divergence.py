import mindspore as ms


def kl_divergence(p, q) -> ms.Tensor:
    """The Kullback-Leibler divergence from q to p, two distributions.

    Equals torch.distributions.kl_divergence for pairs that p has a formula for, or register_kl added.
    """
    for kind in type(p).__mro__:
        for other, function in vars(kind).get("kl_functions", {}).items():
            if isinstance(q, other):
                return function(p, q)
    if p.stands_for != "Independent" or q.stands_for != "Independent":
        return p._kl(q)
    axes = p.reinterpreted_batch_ndims
    if axes != q.reinterpreted_batch_ndims:
        raise NotImplementedError("events of other axes")
    result = kl_divergence(p.base_dist, q.base_dist)
    return result.sum(tuple(range(-axes, 0))) if axes else result
