from mindspore import ops


def pack(tensors, pattern) -> tuple:
    """Join tensors along the axis "*" of the pattern; give the result and the shapes that "*" had.

    Equals einops.pack: in "b * d" each tensor has an axis before "*", one behind it, and any number
    of axes for "*", none as well.
    """
    names = pattern.split()
    before = names.index("*")
    after = len(names) - before - 1
    shapes, flat = [], []
    for tensor in tensors:
        end = len(tensor.shape) - after
        shape = tensor.shape[before:end]
        length = 1
        for size in shape:
            length *= size
        flat.append(tensor.reshape((*tensor.shape[:before], length, *tensor.shape[end:])))
        shapes.append(shape)
    return ops.cat(flat, axis=before), shapes
