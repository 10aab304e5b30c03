from mindspore import nn


class NLLLoss(nn.NLLLoss):
    """mindspore.nn.NLLLoss with the arguments of torch.nn.NLLLoss."""

    def __init__(
        self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"
    ):
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        super().__init__(weight, ignore_index, reduction)
