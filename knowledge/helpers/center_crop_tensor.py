import mindspore as ms
from helper import pad_image


def center_crop_tensor(img, output_size) -> ms.Tensor:
    """The middle of a tensor (..., H, W), with zeros around one that is smaller than output_size.

    Equals torchvision.transforms.functional.center_crop of tensors.
    """
    sizes = (output_size,) if isinstance(output_size, int) else tuple(output_size)
    height, width = sizes[0], sizes[-1]
    down, across = max(height - img.shape[-2], 0), max(width - img.shape[-1], 0)
    if down or across:
        border = (across // 2, down // 2, (across + 1) // 2, (down + 1) // 2)
        img = pad_image(img, border)
    top, left = round((img.shape[-2] - height) / 2), round((img.shape[-1] - width) / 2)
    return img[..., top : top + height, left : left + width]
