from mindspore import nn, ops


class HingeEmbeddingLoss(nn.HingeEmbeddingLoss):
    """mindspore.nn.HingeEmbeddingLoss with the arguments of torch.nn.HingeEmbeddingLoss.

    It counts targets as torch does, and has a gradient.
    """

    def __init__(self, margin=1.0, size_average=None, reduce=None, reduction="mean"):
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        super().__init__(margin, reduction)
        self.how = reduction

    def construct(self, input, target):
        missed = ops.relu(self.margin - input)
        zero = ops.zeros_like(input)
        loss = ops.where(target != 1, missed, zero) + ops.where(target != -1, input, zero)
        if self.how == "none":
            return loss
        return loss.mean() if self.how == "mean" else loss.sum()
