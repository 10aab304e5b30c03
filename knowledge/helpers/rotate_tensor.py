import mindspore as ms
from helper import affine_tensor


def rotate_tensor(
    img, angle, interpolation=None, expand=False, center=None, fill=None
) -> ms.Tensor:
    """A tensor (..., H, W), turned counter-clockwise by an angle in degrees.

    Equals torchvision.transforms.functional.rotate of tensors.
    """
    moved = (0.0, 0.0)
    return affine_tensor(img, -angle, moved, 1.0, moved, interpolation, fill, center, expand)
