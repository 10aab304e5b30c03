from mindspore import mint, nn


class BCELoss(nn.Cell):
    """The binary cross entropy of probabilities, as torch.nn.BCELoss has it.

    MindSpore 2.10 gives the double for the mean or sum of a single element on CPU.
    """

    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def construct(self, input, target):
        loss = mint.nn.functional.binary_cross_entropy(input, target, reduction="none")
        if self.reduction == "none":
            return loss
        return loss.mean() if self.reduction == "mean" else loss.sum()
