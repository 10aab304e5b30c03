from mindspore import mint


class Linear(mint.nn.Linear):
    """mindspore.mint.nn.Linear with the arguments of torch.nn.Linear."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__(int(in_features), int(out_features), bool(bias), dtype=dtype)
