from mindspore import mint, nn, ops


class KLDivLoss(nn.Cell):
    """The Kullback-Leibler divergence of target from the logarithms in input.

    Equals torch.nn.KLDivLoss; MindSpore's has no gradient of target, and no log_target.
    """

    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        super().__init__()
        if size_average is not None or reduce is not None:
            whole = "mean" if size_average is None or size_average else "sum"
            reduction = whole if reduce is None or reduce else "none"
        self.reduction = reduction
        self.log_target = log_target

    def construct(self, input, target):
        if self.log_target:
            loss = mint.exp(target) * (target - input)
        else:
            held = ops.where(target == 0, ops.ones_like(target), target)
            loss = target * (mint.log(held) - input)
        if self.reduction == "none":
            return loss
        if self.reduction == "batchmean":
            return loss.sum() / (input.shape[0] if input.ndim else 1)
        return loss.sum() if self.reduction == "sum" else loss.mean()
