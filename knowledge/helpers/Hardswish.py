from mindspore import mint


class Hardswish(mint.nn.Hardswish):
    """mindspore.mint.nn.Hardswish with the arguments of torch.nn.Hardswish; inplace changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
