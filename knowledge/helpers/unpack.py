import math


def unpack(tensor, packed_shapes, pattern) -> list:
    """Split the axis "*" of the pattern into parts of these shapes; -1 may stand in one of them.

    Equals einops.unpack, the inverse of pack.
    """
    axis = pattern.split().index("*")
    lengths = [0 if -1 in shape else math.prod(shape) for shape in packed_shapes]
    parts, start = [], 0
    for index, shape in enumerate(packed_shapes):
        length = lengths[index]
        if -1 in shape:
            length = tensor.shape[axis] - sum(lengths)
            shape = [length // -math.prod(shape) if size == -1 else size for size in shape]
        part = tensor[(slice(None),) * axis + (slice(start, start + length),)]
        parts.append(part.reshape((*tensor.shape[:axis], *shape, *tensor.shape[axis + 1 :])))
        start += length
    return parts
