from helper import nll_loss
from mindspore import nn


class MaskedNLLLoss(nn.Cell):
    """Minus the log probabilities of the labels, where others may be minus infinity.

    Equals torch.nn.NLLLoss: MindSpore's is NaN for such.
    """

    def __init__(
        self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"
    ):
        super().__init__()
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction

    def construct(self, log_probabilities, labels):
        return nll_loss(
            log_probabilities,
            labels,
            self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
        )
