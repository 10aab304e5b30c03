from mindspore import mint


class PReLU(mint.nn.PReLU):
    """mindspore.mint.nn.PReLU with the arguments of torch.nn.PReLU."""

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__(num_parameters, init, dtype)
