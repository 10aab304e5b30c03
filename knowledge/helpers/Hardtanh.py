from helper import hardtanh
from mindspore import nn


class Hardtanh(nn.Cell):
    """The values, cut at a lowest and a highest one, as torch.nn.Hardtanh has it."""

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__()
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value

    def construct(self, input):
        return hardtanh(input, self.min_val, self.max_val)
