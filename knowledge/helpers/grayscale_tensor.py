import mindspore as ms


def grayscale_tensor(img, num_output_channels=1) -> ms.Tensor:
    """A tensor (..., 3, H, W) in shades of gray, in one channel or in three that are equal.

    One of a single channel stays what it is. Equals torchvision.transforms.functional.rgb_to_grayscale
    of tensors.
    """
    gray = img
    if img.shape[-3] == 3:
        red, green, blue = img[..., 0:1, :, :], img[..., 1:2, :, :], img[..., 2:3, :, :]
        gray = (0.2989 * red + 0.587 * green + 0.114 * blue).astype(img.dtype)
    if num_output_channels == 1:
        return gray
    return gray.broadcast_to((*gray.shape[:-3], num_output_channels, *gray.shape[-2:]))
