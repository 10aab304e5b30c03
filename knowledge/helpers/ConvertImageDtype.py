import mindspore as ms
import numpy as np


class ConvertImageDtype:
    """An image tensor with numbers of another type: integers go to their maximum, floats to 1.

    Equals torchvision.transforms.ConvertImageDtype.
    """

    def __init__(self, dtype):
        self.dtype = dtype

    def __call__(self, image):
        now, wanted = image.asnumpy().dtype, np.dtype(ms.dtype_to_nptype(self.dtype))
        if now == wanted:
            return image
        if now.kind == "f" and wanted.kind == "f":
            return image.astype(self.dtype)
        if now.kind == "f":
            scale = np.asarray(np.iinfo(wanted).max + 1 - 1e-3, now)
            return ms.Tensor((image.asnumpy() * scale).astype(wanted))
        if wanted.kind == "f":
            return ms.Tensor(image.asnumpy().astype(wanted) / np.asarray(np.iinfo(now).max, wanted))
        raise NotImplementedError("ConvertImageDtype between integers", now, wanted)
