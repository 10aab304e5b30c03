from mindspore import nn


def loss_reduction(loss):
    """How a loss is reduced, as torch's loss.reduction tells.

    Some losses of MindSpore keep two flags in its place, which they make of it when they are made.
    """
    if not isinstance(loss, nn.LossBase) or hasattr(loss, "reduction"):
        return loss.reduction
    return "none" if not loss.reduce else "mean" if loss.average else "sum"
