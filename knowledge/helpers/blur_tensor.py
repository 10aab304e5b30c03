import mindspore as ms
import numpy as np
from helper import mixed_pixels


def blur_tensor(img, kernel_size, sigma=None) -> ms.Tensor:
    """A tensor (..., H, W), blurred with a normal distribution; sizes and sigmas are (across, down).

    Equals torchvision.transforms.functional.gaussian_blur of tensors.
    """
    sizes = [kernel_size] * 2 if isinstance(kernel_size, int) else [*kernel_size, kernel_size[-1]]
    sigmas = [size * 0.15 + 0.35 for size in sizes]
    if sigma is not None:
        sigmas = [sigma] * 2 if np.isscalar(sigma) else [*sigma, sigma[-1]]

    def weights(pixels, size, spread):
        kernel = np.exp(-0.5 * ((np.arange(size) - size // 2) / spread) ** 2)
        places = np.pad(np.arange(pixels), size // 2, mode="reflect")
        found = np.zeros((pixels, pixels))
        for start, weight in enumerate(kernel / kernel.sum()):
            np.add.at(found, (np.arange(pixels), places[start : start + pixels]), weight)
        return found

    height, width = img.shape[-2:]
    rows, columns = weights(height, sizes[1], sigmas[1]), weights(width, sizes[0], sigmas[0])
    return mixed_pixels(img, rows, columns)
