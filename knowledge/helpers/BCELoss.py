from helper import binary_cross_entropy
from mindspore import nn


class BCELoss(nn.Cell):
    """The binary cross entropy of probabilities, as torch.nn.BCELoss has it."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        self.weight = weight
        self.reduction = reduction

    def construct(self, input, target):
        return binary_cross_entropy(input, target, self.weight, reduction=self.reduction)
