from mindspore import nn


class MaxPool2d(nn.MaxPool2d):
    """mindspore.nn.MaxPool2d with the arguments of torch.nn.MaxPool2d."""

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
            values = (value,) if isinstance(value, int) else tuple(value)
            return values * 2 if len(values) == 1 else values

        step = size(kernel_size if stride is None else stride)
        given = (size(padding), size(dilation), return_indices, ceil_mode)
        if given == (size(0), size(1), False, False):
            super().__init__(size(kernel_size), step)
        else:
            super().__init__(size(kernel_size), step, "pad", *given)
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
