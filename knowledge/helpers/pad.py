import mindspore as ms
from mindspore import ops


def pad(input, pad, mode="constant", value=None) -> ms.Tensor:
    """Pad the last axes with sizes (before, after) each, the last axis first; negative sizes cut.

    Equals torch.nn.functional.pad. On a CPU ops.pad gives older values for negative sizes, and in
    a compiled graph gradients of 0 from the second call on; it takes no value, not even 0, in the
    modes that need none.
    """
    if mode != "constant":
        return ops.pad(input, pad, mode)
    sizes, shape, is_empty = [], [], False
    for axis in range(input.ndim):
        place = 2 * (input.ndim - 1 - axis)
        before, after = (pad[place], pad[place + 1]) if place < len(pad) else (0, 0)
        sizes.append((max(before, 0), max(after, 0)))
        shape.append(input.shape[axis] + before + after)
        if before < 0 or after < 0:
            start, length = max(-before, 0), input.shape[axis] + min(before, 0) + min(after, 0)
            is_empty = is_empty or length == 0
            input = input if length == 0 else ops.narrow(input, axis, start, length)
    if is_empty:  # ops.narrow gives no empty tensor
        return ops.full(tuple(shape), value or 0, dtype=input.dtype)
    padding = ops.Pad(tuple(sizes))
    if not value:
        return padding(input)
    is_inside = padding(ops.ones_like(input)).astype(ms.bool_)
    filled = ops.full(is_inside.shape, value, dtype=input.dtype)
    return ops.select(is_inside, padding(input), filled)
