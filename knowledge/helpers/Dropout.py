from mindspore import nn


class Dropout(nn.Dropout):
    """mindspore.nn.Dropout with the arguments of torch.nn.Dropout."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__(p=p)
