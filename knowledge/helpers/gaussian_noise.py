import mindspore as ms
import numpy as np


def gaussian_noise(inpt, mean=0.0, sigma=0.1, clip=True) -> ms.Tensor:
    """A tensor with normal noise added: of floats from 0 to 1, or of uint8.

    It goes through numpy and has no gradient. Equals
    torchvision.transforms.v2.functional.gaussian_noise; numpy draws.
    """
    if not isinstance(inpt, ms.Tensor):
        raise TypeError("gaussian_noise takes a tensor", type(inpt))
    if sigma < 0:
        raise ValueError("sigma must not be negative", sigma)
    array = inpt.asnumpy()
    most = 255 if array.dtype == np.uint8 else 1
    noise = (mean + sigma * np.random.standard_normal(array.shape)) * most
    noisy = array + noise.astype(np.int16 if most == 255 else array.dtype)
    return ms.Tensor((noisy.clip(0, most) if clip else noisy).astype(array.dtype))
