from mindspore import mint


class BCEWithLogitsLoss(mint.nn.BCEWithLogitsLoss):
    """mindspore.mint.nn.BCEWithLogitsLoss with the arguments of torch.nn.BCEWithLogitsLoss."""

    def __init__(
        self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
    ):
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        super().__init__(weight, reduction, pos_weight)
