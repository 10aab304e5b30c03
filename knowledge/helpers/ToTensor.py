import mindspore as ms
import numpy as np
import PIL.Image


class ToTensor:
    """A PIL image or an array (height, width, channels) as a tensor (channels, height, width).

    Bytes become float32 from 0 to 1, other numbers stay what they are. Equals
    torchvision.transforms.ToTensor.
    """

    def __call__(self, pic):
        if not isinstance(pic, (PIL.Image.Image, np.ndarray)):
            raise TypeError("ToTensor takes a PIL image or an array", type(pic))
        array = np.asarray(pic)
        if isinstance(pic, PIL.Image.Image) and pic.mode == "1":
            array = array.astype(np.uint8) * 255
        if isinstance(pic, PIL.Image.Image) and pic.mode == "I;16":
            array = array.astype(np.int16)
        array = array[:, :, None] if array.ndim == 2 else array
        array = np.ascontiguousarray(array.transpose(2, 0, 1))
        return ms.Tensor(array.astype(np.float32) / 255 if array.dtype == np.uint8 else array)
