import numpy as np
from helper import grayscale_tensor


class TensorRandomGrayscale:
    """A tensor (..., 3, H, W), in shades of gray with the chance p.

    Equals torchvision.transforms.RandomGrayscale of tensors; numpy draws.
    """

    def __init__(self, p=0.1):
        self.p = p

    def __call__(self, img):
        return grayscale_tensor(img, img.shape[-3]) if np.random.random() < self.p else img
