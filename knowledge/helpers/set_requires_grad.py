from mindspore import nn


def set_requires_grad(module, requires_grad=True) -> nn.Cell:
    """Freeze the weights of a Cell, or let them learn again; the Cell itself is given back.

    Equals module.requires_grad_() of torch. The running statistics of MindSpore's normalisations
    are parameters, too, and never learn, nor do the ones and zeros of those without affine; they are
    left out by their names.
    """
    for _, cell in module.cells_and_names():
        fixed = () if getattr(cell, "affine", True) else ("weight", "bias", "gamma", "beta")
        for name, parameter in cell.parameters_and_names(expand=False):
            if name not in ("moving_mean", "moving_variance", *fixed):
                parameter.requires_grad = requires_grad
    return module
