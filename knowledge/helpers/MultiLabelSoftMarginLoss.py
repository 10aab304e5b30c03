from helper import multilabel_soft_margin_loss
from mindspore import nn


class MultiLabelSoftMarginLoss(nn.Cell):
    """The binary cross entropy of logits, as torch.nn.MultiLabelSoftMarginLoss has it."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        self.weight = weight
        self.reduction = reduction

    def construct(self, input, target):
        return multilabel_soft_margin_loss(input, target, self.weight, reduction=self.reduction)
