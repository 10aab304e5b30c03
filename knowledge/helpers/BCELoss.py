from mindspore import mint, nn


class BCELoss(nn.Cell):
    """The binary cross entropy of probabilities, as torch.nn.BCELoss has it.

    MindSpore 2.10 gives the double for the mean or sum of a single element on CPU, and does not
    broadcast weight.
    """

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        self.weight = weight
        self.reduction = reduction

    def construct(self, input, target):
        loss = mint.nn.functional.binary_cross_entropy(input, target, reduction="none")
        if self.weight is not None:
            loss = loss * self.weight
        if self.reduction == "none":
            return loss
        return loss.mean() if self.reduction == "mean" else loss.sum()
