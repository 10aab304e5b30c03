from mindspore import nn


def set_requires_grad(module, requires_grad=True) -> nn.Cell:
    """Freeze the weights of a Cell, or let them learn again; the Cell itself is given back.

    Equals module.requires_grad_() of torch. The running statistics of MindSpore's normalisations
    are parameters, too, and never learn; they are left out by their names.
    """
    for name, parameter in module.parameters_and_names():
        if not name.endswith(("moving_mean", "moving_variance")):
            parameter.requires_grad = requires_grad
    return module
