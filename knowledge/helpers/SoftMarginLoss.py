from mindspore import nn, ops


class SoftMarginLoss(nn.Cell):
    """log(1 + exp(-target * input)) with the arguments of torch.nn.SoftMarginLoss.

    mindspore.nn.SoftMarginLoss has no kernel on the CPU.
    """

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        self.reduction = reduction

    def construct(self, input, target):
        loss = ops.log1p(ops.exp(-target * input))
        if self.reduction == "none":
            return loss
        return loss.sum() if self.reduction == "sum" else loss.mean()
