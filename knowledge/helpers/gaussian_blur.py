import numpy as np
import PIL.Image


def gaussian_blur(img, kernel_size, sigma=None) -> PIL.Image.Image:
    """A PIL image, blurred with a normal distribution; sizes and sigmas are (across, down).

    Equals torchvision.transforms.functional.gaussian_blur of PIL images.
    """
    if not isinstance(img, PIL.Image.Image):
        raise TypeError("gaussian_blur takes a PIL image", type(img))
    sizes = [kernel_size] * 2 if isinstance(kernel_size, int) else [*kernel_size, kernel_size[-1]]
    sizes = sizes[:2]
    sigmas = [size * 0.15 + 0.35 for size in sizes]
    if sigma is not None:
        sigmas = [sigma] * 2 if np.isscalar(sigma) else [*sigma, sigma[-1]][:2]
    array = np.asarray(img)
    array = array.reshape(*array.shape[:2], -1).astype(np.float64)
    axes = zip((1, 0), sizes, sigmas, strict=True)
    for axis, size, spread in axes:
        places = np.linspace(-(size - 1) / 2, (size - 1) / 2, size)
        kernel = np.exp(-0.5 * (places / spread) ** 2)
        border = [(size // 2, size // 2) if i == axis else (0, 0) for i in range(3)]
        windows = np.lib.stride_tricks.sliding_window_view(
            np.pad(array, border, mode="reflect"), size, axis
        )
        array = windows @ (kernel / kernel.sum())
    blurred = np.round(array).clip(0, 255).astype(np.uint8)
    return PIL.Image.fromarray(blurred.reshape(np.asarray(img).shape))
