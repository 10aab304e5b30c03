import mindspore as ms
import numpy as np


class Normalize:
    """(tensor - mean) / std by channel, for a tensor (..., channels, height, width).

    A single image is computed in numpy, which is fast and has no gradient. Equals torchvision.transforms.Normalize.
    """

    def __init__(self, mean, std):
        self.mean = mean
        self.std = std

    def __call__(self, tensor):
        if not isinstance(tensor, ms.Tensor):
            raise TypeError("Normalize takes a tensor; ToTensor makes one", type(tensor))
        kind = ms.dtype_to_nptype(tensor.dtype)
        mean = np.reshape(np.array(self.mean, kind), (-1, 1, 1))
        std = np.reshape(np.array(self.std, kind), (-1, 1, 1))
        if tensor.ndim == 3:
            return ms.Tensor((tensor.asnumpy() - mean) / std)
        return (tensor - ms.Tensor(mean)) / ms.Tensor(std)
