import mindspore as ms
from helper import ConvertImageDtype
from mindspore import ops


def adjust_hue_tensor(img, hue_factor) -> ms.Tensor:
    """An image tensor (..., C, H, W) with its hue moved by a part of the circle, -0.5 to 0.5.

    Equals torchvision.transforms.functional.adjust_hue of tensors.
    """
    if img.shape[-3] == 1:
        return img
    floating = img.dtype in (ms.float16, ms.float32, ms.float64)
    values = img.astype(ms.float32) if floating else ConvertImageDtype(ms.float32)(img)
    red, green, blue = values[..., 0, :, :], values[..., 1, :, :], values[..., 2, :, :]
    value, least = values.amax(-3), values.amin(-3)
    spread = value - least
    divisor = ops.where(spread == 0, ops.ones_like(spread), spread)
    saturation = spread / ops.where(spread == 0, ops.ones_like(value), value)
    hue = ops.where(
        value == red,
        (green - blue) / divisor,
        ops.where(value == green, 2 + (blue - red) / divisor, 4 + (red - green) / divisor),
    )
    hue = (hue / 6 + 1 + hue_factor) % 1

    channels = []
    for start in (5, 3, 1):  # red, green and blue, by the sixth of the circle
        place = (start + hue * 6) % 6
        near = ops.minimum(place, 4 - place).clip(0, 1)
        channels.append(value * (1 - saturation * near))
    turned = ops.stack(channels, -3)
    return turned.astype(img.dtype) if floating else ConvertImageDtype(img.dtype)(turned)
