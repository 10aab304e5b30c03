import mindspore as ms
from helper import blend_tensors, grayscale_tensor


def adjust_saturation_tensor(img, saturation_factor) -> ms.Tensor:
    """An image tensor (..., C, H, W) with its colours times a factor; 0 makes it gray.

    Equals torchvision.transforms.functional.adjust_saturation of tensors.
    """
    return blend_tensors(img, grayscale_tensor(img), saturation_factor)
