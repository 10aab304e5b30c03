import mindspore as ms
import numpy as np


class ToImage:
    """A PIL image or an array (height, width, channels) as a tensor (channels, height, width).

    The numbers stay what they are. Equals torchvision.transforms.v2.ToImage.
    """

    def __call__(self, inpt):
        if isinstance(inpt, ms.Tensor):
            return inpt
        array = np.asarray(inpt)
        array = array[:, :, None] if array.ndim == 2 else array
        return ms.Tensor(np.ascontiguousarray(array.transpose(2, 0, 1)))
