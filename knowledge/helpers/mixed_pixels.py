import mindspore as ms
import numpy as np
from mindspore import ops


def mixed_pixels(img, rows, columns, fixed_point=False) -> ms.Tensor:
    """A tensor (..., H, W) whose pixels are weighted sums of others: rows (h, H) by columns (w, W).

    Sums of whole numbers are rounded and stay in what their type holds. With fixed_point those of
    bytes are computed as Pillow does: weights of 16 bits, rounded behind each axis.
    """
    floating = img.dtype in (ms.float32, ms.float64)
    kind = ms.dtype_to_nptype(img.dtype) if floating else np.float32
    values = img if floating else img.astype(ms.float32)
    if fixed_point and img.dtype == ms.uint8:
        for weights in (rows, columns):
            bits = min(22, 14 - int(np.floor(np.log2(weights.max()))))
            bits -= int(0.5 + weights.max() * 2**bits) >= 2**15
            weights[:] = np.floor(weights * 2**bits + 0.5) / 2**bits
        values = ops.matmul(values, ms.Tensor(np.ascontiguousarray(columns.T.astype(kind))))
        values = ops.floor(values + 0.5).clip(0, 255)
        values = ops.matmul(ms.Tensor(rows.astype(kind)), values)
        return ops.floor(values + 0.5).clip(0, 255).astype(ms.uint8)
    values = ops.matmul(values, ms.Tensor(np.ascontiguousarray(columns.T.astype(kind))))
    values = ops.matmul(ms.Tensor(rows.astype(kind)), values)
    if floating or img.dtype == ms.float16:
        return values.astype(img.dtype)
    bounds = np.iinfo(ms.dtype_to_nptype(img.dtype))
    return ops.round(values).clip(bounds.min, bounds.max).astype(img.dtype)
