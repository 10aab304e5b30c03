from mindspore import mint


class SmoothL1Loss(mint.nn.SmoothL1Loss):
    """mindspore.mint.nn.SmoothL1Loss with the arguments of torch.nn.SmoothL1Loss."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        super().__init__(reduction, beta)
