import mindspore as ms
import numpy as np


def blend_tensors(img, other, ratio) -> ms.Tensor:
    """ratio parts of an image tensor and 1 - ratio of another, in what its type holds: 0 to 1, or 255.

    Equals what torchvision.transforms changes brightness, contrast and saturation of tensors with.
    """
    floating = img.dtype in (ms.float16, ms.float32, ms.float64)
    most = 1.0 if floating else np.iinfo(ms.dtype_to_nptype(img.dtype)).max
    mixed = ratio * (img if floating else img.astype(ms.float32)) + (1.0 - ratio) * other
    return mixed.clip(0, most).astype(img.dtype)
