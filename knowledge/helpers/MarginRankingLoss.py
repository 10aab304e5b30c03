from mindspore import nn, ops


class MarginRankingLoss(nn.Cell):
    """How far input1 and input2 are from the order that target, 1 or -1, says.

    Equals torch.nn.MarginRankingLoss; MindSpore's asks for a target of the inputs' dtype.
    """

    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if size_average is not None or reduce is not None:
            whole = "mean" if size_average is None or size_average else "sum"
            reduction = whole if reduce is None or reduce else "none"
        self.margin = margin
        self.reduction = reduction

    def construct(self, input1, input2, target):
        target = target.astype(input1.dtype)
        return ops.margin_ranking_loss(input1, input2, target, self.margin, self.reduction)
