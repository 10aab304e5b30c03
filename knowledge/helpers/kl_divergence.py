import mindspore as ms


def kl_divergence(p, q) -> ms.Tensor:
    """The Kullback-Leibler divergence from q to p, two of MindSpore's distributions of one class.

    Equals torch.distributions.kl_divergence for the classes below.
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
    kind, name = type(p).__name__, type(q).__name__
    if kind != name or name not in parameters:
        raise NotImplementedError(f"no divergence of {kind} and {name}")
    values = (getattr(q, parameter) for parameter in parameters[name])
    return p.kl_loss(name, *(value() if callable(value) else value for value in values))
