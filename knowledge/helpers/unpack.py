def unpack(tensor, packed_shapes, pattern) -> list:
    """Split the axis "*" of the pattern into parts of these shapes; -1 may stand in one of them.

    Equals einops.unpack, the inverse of pack.
    """
    axis = pattern.split().index("*")
    lengths = []
    for shape in packed_shapes:
        length = 1
        for size in shape:
            length *= size
        lengths.append(length)
    parts, start = [], 0
    for shape, length in zip(packed_shapes, lengths, strict=True):
        shape = tuple(shape)
        if -1 in shape:
            others = sum(lengths) - length
            rest = tensor.shape[axis] - others
            shape = tuple(rest // -length if size == -1 else size for size in shape)
            length = rest
        part = tensor[(slice(None),) * axis + (slice(start, start + length),)]
        parts.append(part.reshape(tensor.shape[:axis] + shape + tensor.shape[axis + 1 :]))
        start += length
    return parts
