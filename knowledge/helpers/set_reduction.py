from mindspore import nn


def set_reduction(loss, value):
    """Set how a loss is reduced, as torch's loss.reduction = value does.

    Some losses of MindSpore read two flags in its place, which they make of it when they are made.
    """
    loss.reduction = value
    if isinstance(loss, nn.LossBase):
        loss.average, loss.reduce = value == "mean", value != "none"
