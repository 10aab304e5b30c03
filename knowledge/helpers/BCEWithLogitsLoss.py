from mindspore import mint, ops


class BCEWithLogitsLoss(mint.nn.BCEWithLogitsLoss):
    """mindspore.mint.nn.BCEWithLogitsLoss with the arguments of torch.nn.BCEWithLogitsLoss.

    Its mean is taken apart: MindSpore divides the gradient by the number of elements of an earlier call.
    """

    def __init__(
        self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
    ):
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        super().__init__(weight, reduction, pos_weight)
        self.reduction = reduction

    def construct(self, input, target):
        weights = self.weight, self.pos_weight
        if self.reduction != "mean":
            return ops.binary_cross_entropy_with_logits(input, target, *weights, self.reduction)
        return ops.binary_cross_entropy_with_logits(input, target, *weights, "none").mean()
