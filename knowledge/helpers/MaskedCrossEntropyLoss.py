from helper import cross_entropy
from mindspore import nn


class MaskedCrossEntropyLoss(nn.Cell):
    """Cross entropy of logits, which may be minus infinity where a class is masked, with labels.

    Equals torch.nn.CrossEntropyLoss: MindSpore's is NaN for such logits.
    """

    def __init__(
        self,
        weight=None,
        size_average=None,
        ignore_index=-100,
        reduce=None,
        reduction="mean",
        label_smoothing=0.0,
    ):
        super().__init__()
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction
        self.label_smoothing = label_smoothing

    def construct(self, logits, labels):
        return cross_entropy(
            logits,
            labels,
            weight=self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )
