from helper import Loss, triplet_margin_loss


class TripletMarginLoss(Loss):
    """How much nearer than margin the negative is to the anchor than the positive.

    Equals torch.nn.TripletMarginLoss.
    """

    def __init__(
        self,
        margin=1.0,
        p=2.0,
        eps=1e-6,
        swap=False,
        size_average=None,
        reduce=None,
        reduction="mean",
    ):
        super().__init__(size_average, reduce, reduction)
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def construct(self, anchor, positive, negative):
        return triplet_margin_loss(
            anchor, positive, negative, self.margin, self.p, self.eps, self.swap, self.reduction
        )
