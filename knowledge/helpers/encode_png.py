import io

import mindspore as ms
import numpy as np
import PIL.Image


def encode_png(input, compression_level=6) -> ms.Tensor:
    """The bytes of a PNG file of an image (1 or 3, H, W) of uint8, in a tensor.

    It holds the pixels that torchvision.io.encode_png's does, packed another way.
    """
    pixels = input.asnumpy()
    file = io.BytesIO()
    image = PIL.Image.fromarray(pixels[0] if len(pixels) == 1 else pixels.transpose(1, 2, 0).copy())
    image.save(file, "PNG", compress_level=compression_level)
    return ms.Tensor(np.frombuffer(file.getvalue(), np.uint8).copy())
