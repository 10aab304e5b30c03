import mindspore as ms
from helper import gaussian_noise


class GaussianNoise:
    """A tensor with normal noise added: of floats from 0 to 1, or of uint8.

    Equals torchvision.transforms.v2.GaussianNoise; numpy draws.
    """

    def __init__(self, mean=0.0, sigma=0.1, clip=True):
        self.mean = mean
        self.sigma = sigma
        self.clip = clip

    def __call__(self, inpt) -> ms.Tensor:
        return gaussian_noise(inpt, self.mean, self.sigma, self.clip)
