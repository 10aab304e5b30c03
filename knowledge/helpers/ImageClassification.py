import mindspore as ms
import mindspore.dataset.vision as vision
import numpy as np
import PIL.Image
from mindspore import ops


class ImageClassification:
    """An image as networks for ImageNet take it: resized, its middle, (3, H, W) from 0 to 1, normalized.

    Takes a PIL image, or bytes (3, H, W) or (N, 3, H, W) in a tensor of uint8. Equals what the
    transforms of torchvision's weights make.
    """

    def __init__(
        self,
        *,
        crop_size,
        resize_size=256,
        mean=(0.485, 0.456, 0.406),
        std=(0.229, 0.224, 0.225),
        interpolation=vision.Inter.BILINEAR,
    ):
        self.crop_size, self.resize_size = [crop_size], [resize_size]
        self.mean, self.std = list(mean), list(std)
        self.interpolation = interpolation

    def __call__(self, img):
        if isinstance(img, ms.Tensor):
            if img.ndim == 4:
                return ops.stack([self(one) for one in img])
            img = PIL.Image.fromarray(img.asnumpy().transpose(1, 2, 0))
        short, crop = self.resize_size[0], self.crop_size[0]
        long = int(short * max(img.size) / min(img.size))
        size = (long, short) if img.width <= img.height else (short, long)
        img = vision.Resize(size, self.interpolation)(img)
        left, top = round((img.width - crop) / 2), round((img.height - crop) / 2)
        pixels = np.asarray(img.crop((left, top, left + crop, top + crop)), np.float32) / 255
        pixels = (pixels - np.float32(self.mean)) / np.float32(self.std)
        return ms.Tensor(pixels.transpose(2, 0, 1).copy())
