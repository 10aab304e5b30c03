import mindspore as ms
import numpy as np
from helper import elastic_transform


class ElasticTransform:
    """A PIL image, each pixel of which is taken from a place near it, drawn at random.

    alpha is how far, sigma how smoothly, across and down. Equals
    torchvision.transforms.ElasticTransform of PIL images; numpy draws.
    """

    def __init__(self, alpha=50.0, sigma=5.0, interpolation=None, fill=0):
        self.alpha = [alpha, alpha] if np.isscalar(alpha) else list(alpha)
        self.sigma = [sigma, sigma] if np.isscalar(sigma) else list(sigma)
        self.interpolation = interpolation
        self.fill = fill

    def __call__(self, img):
        steps = []
        sizes = (img.width, img.height)
        for alpha, sigma, size in zip(self.alpha, self.sigma, sizes, strict=True):
            drawn = np.random.uniform(-1, 1, (img.height, img.width)).astype(np.float32)
            if sigma > 0:
                drawn = self.smooth(drawn, int(8 * sigma + 1) // 2 * 2 + 1)
            steps.append(drawn * alpha / size)
        displacement = ms.Tensor(np.stack(steps, axis=-1)[None].astype(np.float32))
        return elastic_transform(img, displacement, self.interpolation, self.fill)

    def smooth(self, field, size):
        """The field (h, w), weighted with a normal distribution of so many places each way."""
        for axis, sigma in ((1, self.sigma[0]), (0, self.sigma[1])):
            places = np.linspace(-(size - 1) / 2, (size - 1) / 2, size)
            kernel = np.exp(-0.5 * (places / sigma) ** 2)
            border = [(size // 2, size // 2) if i == axis else (0, 0) for i in range(2)]
            windows = np.lib.stride_tricks.sliding_window_view(
                np.pad(field, border, mode="reflect"), size, axis
            )
            field = windows @ (kernel / kernel.sum())
        return field
