import numpy as np
import PIL.Image


class GaussianBlur:
    """A PIL image, blurred with a normal distribution whose sigma is drawn from (lowest, highest).

    kernel_size is (across, down). Equals torchvision.transforms.GaussianBlur of PIL images; numpy
    draws.
    """

    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        self.kernel_size = [kernel_size] * 2 if np.isscalar(kernel_size) else list(kernel_size)
        self.sigma = (sigma, sigma) if np.isscalar(sigma) else tuple(sigma)

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("GaussianBlur takes a PIL image", type(img))
        drawn = float(np.random.uniform(*self.sigma))
        array = np.asarray(img)
        array = array.reshape(*array.shape[:2], -1).astype(np.float64)
        axes = zip((1, 0), self.kernel_size, (drawn, drawn), strict=True)
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
