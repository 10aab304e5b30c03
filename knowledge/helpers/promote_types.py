import mindspore as ms


def promote_types(type1, type2):
    """The narrowest dtype that values of both dtypes go into.

    Equals torch.promote_types: a whole number takes the other's floating dtype, whatever its width.
    """
    order = [ms.bool_, ms.uint8, ms.int8, ms.int16, ms.int32, ms.int64]
    order += [ms.float16, ms.bfloat16, ms.float32, ms.float64, ms.complex64, ms.complex128]
    narrow, wide = sorted((type1, type2), key=order.index)
    if (narrow, wide) == (ms.uint8, ms.int8):
        return ms.int16
    if (narrow, wide) == (ms.float16, ms.bfloat16):
        return ms.float32
    if (narrow, wide) == (ms.float64, ms.complex64):
        return ms.complex128
    return wide
