import mindspore as ms
from mindspore import ops


def pad(input, pad, mode="constant", value=None) -> ms.Tensor:
    """ops.pad that cuts where a size is negative, as torch.nn.functional.pad does.

    ops.pad gives older values and wrong gradients there, and takes no value, not even 0, in the modes
    that need none.
    """
    if mode == "constant":
        for axis, sizes in enumerate(zip(pad[::2], pad[1::2], strict=True), 1):
            before, after = (max(-size, 0) for size in sizes)
            if before or after:
                input = ops.narrow(input, -axis, before, input.shape[-axis] - before - after)
        pad = tuple(max(size, 0) for size in pad)
    return ops.pad(input, pad, mode, value if mode == "constant" else None)
