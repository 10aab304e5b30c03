from mindspore import mint


class ReLU(mint.nn.ReLU):
    """mindspore.mint.nn.ReLU with the arguments of torch.nn.ReLU; inplace changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
