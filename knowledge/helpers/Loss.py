from mindspore import nn


class Loss(nn.LossBase):
    """The base of losses with the arguments of torch.nn.modules.loss._Loss; keeps reduction."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        if size_average is not None or reduce is not None:
            summed = "sum" if size_average is False else "mean"
            reduction = "none" if reduce is False else summed
        self.reduction = reduction
