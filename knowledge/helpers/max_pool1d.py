from mindspore import ops


def max_pool1d(
    input,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    ceil_mode=False,
    return_indices=False,
):
    """The greatest values of windows of the last axis of (C, L) or (N, C, L).

    Equals torch.nn.functional.max_pool1d; ops has this for two axes alone.
    """

    def single(value):
        return value if isinstance(value, int) else value[0]

    batched = input if input.ndim == 3 else input.expand_dims(0)
    size = single(kernel_size)
    step = size if stride is None or stride == () else single(stride)
    result = ops.max_pool2d(
        batched.expand_dims(-2),
        (1, size),
        (1, step),
        (0, single(padding)),
        (1, single(dilation)),
        return_indices,
        ceil_mode,
    )
    if not return_indices:
        values = result.squeeze(-2)
        return values if input.ndim == 3 else values.squeeze(0)
    values, indices = result[0].squeeze(-2), result[1].squeeze(-2)
    return (values, indices) if input.ndim == 3 else (values.squeeze(0), indices.squeeze(0))
