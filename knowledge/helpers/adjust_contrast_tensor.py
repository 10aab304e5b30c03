import mindspore as ms
from helper import blend_tensors, grayscale_tensor


def adjust_contrast_tensor(img, contrast_factor) -> ms.Tensor:
    """An image tensor (..., C, H, W) with its contrast times a factor; 0 makes it one gray.

    Equals torchvision.transforms.functional.adjust_contrast of tensors.
    """
    gray = grayscale_tensor(img)
    gray = gray if gray.dtype in (ms.float16, ms.float32, ms.float64) else gray.astype(ms.float32)
    return blend_tensors(img, gray.mean((-3, -2, -1), keep_dims=True), contrast_factor)
