from mindspore import nn, ops


class PairwiseDistance(nn.Cell):
    """The p-norm of x1 - x2 + eps along the last axis: (*, D) and (*, D) to (*).

    Equals torch.nn.PairwiseDistance.
    """

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.p = p
        self.eps = eps
        self.keepdim = keepdim

    def construct(self, x1, x2):
        return ops.norm(x1 - x2 + self.eps, self.p, -1, self.keepdim)
