import numpy as np
from helper import blur_tensor


class TensorGaussianBlur:
    """A tensor (..., H, W), blurred with a normal distribution whose sigma is drawn from (lowest, highest).

    kernel_size is (across, down). Equals torchvision.transforms.GaussianBlur of tensors; numpy draws.
    """

    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        self.kernel_size = kernel_size
        self.sigma = (sigma, sigma) if np.isscalar(sigma) else tuple(sigma)

    def __call__(self, img):
        return blur_tensor(img, self.kernel_size, float(np.random.uniform(*self.sigma)))
