from mindspore import nn


class MSELoss(nn.MSELoss):
    """mindspore.nn.MSELoss with the arguments of torch.nn.MSELoss."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        super().__init__(reduction)
