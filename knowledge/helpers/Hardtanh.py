from mindspore import nn


class Hardtanh(nn.Hardtanh):
    """mindspore.nn.Hardtanh with the arguments of torch.nn.Hardtanh; inplace changes nothing."""

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        low = min_val if min_value is None else min_value
        high = max_val if max_value is None else max_value
        super().__init__(low, high)
