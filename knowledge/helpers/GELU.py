from mindspore import nn


class GELU(nn.GELU):
    """mindspore.nn.GELU with the arguments of torch.nn.GELU: approximate is none or tanh."""

    def __init__(self, approximate="none"):
        super().__init__(approximate == "tanh")
