from mindspore import nn


class AvgPool2d(nn.AvgPool2d):
    """mindspore.nn.AvgPool2d with the arguments of torch.nn.AvgPool2d."""

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode=False,
        count_include_pad=True,
        divisor_override=None,
    ):
        def size(value):
            values = (value,) if isinstance(value, int) else tuple(value)
            return values * 2 if len(values) == 1 else values

        step = size(kernel_size if stride is None else stride)
        given = (size(padding), ceil_mode, count_include_pad, divisor_override)
        if given == (size(0), False, True, None):
            super().__init__(size(kernel_size), step)
        else:
            super().__init__(size(kernel_size), step, "pad", *given)
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
