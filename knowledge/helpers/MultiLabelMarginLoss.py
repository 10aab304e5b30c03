from helper import Loss, multilabel_margin_loss


class MultiLabelMarginLoss(Loss):
    """How far each label's score fails to lie one above the others'.

    Equals torch.nn.MultiLabelMarginLoss; the labels of a row end at its first -1.
    """

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)

    def construct(self, input, target):
        return multilabel_margin_loss(input, target, self.reduction)
