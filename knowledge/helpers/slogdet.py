from mindspore import ops


def slogdet(input) -> tuple:
    """The signs of the determinants of (*, n, n), and the logarithms of their sizes.

    Equals torch.linalg.slogdet of real matrices; ops.slogdet refuses those of one row on a CPU.
    """
    if 0 in input.shape:
        return ops.ones(input.shape[:-2], input.dtype), ops.zeros(input.shape[:-2], input.dtype)
    if input.shape[-1] == 1:
        value = input[..., 0, 0]
        return ops.sign(value), ops.log(ops.abs(value))
    return ops.slogdet(input)
