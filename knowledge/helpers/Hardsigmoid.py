from mindspore import mint


class Hardsigmoid(mint.nn.Hardsigmoid):
    """mindspore.mint.nn.Hardsigmoid with the arguments of torch.nn.Hardsigmoid; inplace changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
