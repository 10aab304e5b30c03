import mindspore as ms
import numpy as np
import PIL.Image


class PILToTensor:
    """A PIL image as a tensor (channels, height, width) of the same numbers.

    Equals torchvision.transforms.PILToTensor.
    """

    def __call__(self, pic):
        if not isinstance(pic, PIL.Image.Image):
            raise TypeError("PILToTensor takes a PIL image", type(pic))
        array = np.asarray(pic)
        array = array[:, :, None] if array.ndim == 2 else array
        return ms.Tensor(np.ascontiguousarray(array.transpose(2, 0, 1)))
