from mindspore import nn


class AvgPool1d(nn.AvgPool1d):
    """mindspore.nn.AvgPool1d with the arguments of torch.nn.AvgPool1d."""

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        count_include_pad=True,
    ):
        def size(value):
            return value if isinstance(value, int) else value[0]

        step = size(kernel_size if stride is None else stride)
        given = (size(padding), ceil_mode, count_include_pad)
        if given == (size(0), False, True):
            super().__init__(size(kernel_size), step)
        else:
            super().__init__(size(kernel_size), step, "pad", *given)
