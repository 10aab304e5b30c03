from helper import cosine_embedding_loss
from mindspore import nn


class CosineEmbeddingLoss(nn.Cell):
    """How far pairs of rows are from cosine 1, or over margin where target is -1.

    Equals torch.nn.CosineEmbeddingLoss: a row of zeros has cosine 0, not nan.
    """

    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if size_average is not None or reduce is not None:
            whole = "mean" if size_average is None or size_average else "sum"
            reduction = whole if reduce is None or reduce else "none"
        self.margin = margin
        self.reduction = reduction

    def construct(self, input1, input2, target):
        return cosine_embedding_loss(input1, input2, target, self.margin, self.reduction)
