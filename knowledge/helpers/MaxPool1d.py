from mindspore import nn


class MaxPool1d(nn.MaxPool1d):
    """mindspore.nn.MaxPool1d with the arguments of torch.nn.MaxPool1d."""

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        dilation=1,
        return_indices=False,
        ceil_mode=False,
    ):
        def size(value):
            return value if isinstance(value, int) else value[0]

        step = size(kernel_size if stride is None else stride)
        given = (size(padding), size(dilation), return_indices, ceil_mode)
        if given == (size(0), size(1), False, False):
            super().__init__(size(kernel_size), step)
        else:
            super().__init__(size(kernel_size), step, "pad", *given)
