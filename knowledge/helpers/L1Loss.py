from mindspore import nn


class L1Loss(nn.L1Loss):
    """mindspore.nn.L1Loss with the arguments of torch.nn.L1Loss."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        super().__init__(reduction)
