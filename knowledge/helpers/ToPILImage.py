import mindspore as ms
import numpy as np
import PIL.Image


class ToPILImage:
    """A tensor (channels, height, width) or an array (height, width, channels) as a PIL image.

    Floats are taken to be from 0 to 1. Equals torchvision.transforms.ToPILImage.
    """

    def __init__(self, mode=None):
        self.mode = mode

    def __call__(self, pic):
        if not isinstance(pic, (ms.Tensor, np.ndarray)):
            raise TypeError("ToPILImage takes a tensor or an array", type(pic))
        array = pic.asnumpy() if isinstance(pic, ms.Tensor) else pic
        if isinstance(pic, ms.Tensor) and array.ndim == 3:
            array = array.transpose(1, 2, 0)
        array = array[:, :, None] if array.ndim == 2 else array
        if array.dtype.kind == "f" and self.mode != "F":
            array = (array * 255).astype(np.uint8)
        if array.shape[2] == 1:
            modes = {"uint8": "L", "int16": "I;16", "int32": "I", "float32": "F"}
            mode = modes[str(array.dtype)]
        elif array.dtype == np.uint8:
            mode = self.mode or {2: "LA", 3: "RGB", 4: "RGBA"}[array.shape[2]]
        else:
            raise TypeError("an image of several channels holds bytes or floats", array.dtype)
        return PIL.Image.frombytes(mode, (array.shape[1], array.shape[0]), array.tobytes())
