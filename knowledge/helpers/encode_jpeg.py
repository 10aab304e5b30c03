import io

import mindspore as ms
import numpy as np
import PIL.Image


def encode_jpeg(input, quality=75) -> ms.Tensor:
    """The bytes of a JPEG file of an image (1 or 3, H, W) of uint8, in a tensor.

    Equals torchvision.io.encode_jpeg.
    """
    if isinstance(input, list):
        return [encode_jpeg(one, quality) for one in input]
    pixels = input.asnumpy()
    file = io.BytesIO()
    image = PIL.Image.fromarray(pixels[0] if len(pixels) == 1 else pixels.transpose(1, 2, 0).copy())
    image.save(file, "JPEG", quality=quality)
    return ms.Tensor(np.frombuffer(file.getvalue(), np.uint8).copy())
