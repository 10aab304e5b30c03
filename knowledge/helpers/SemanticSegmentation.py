import mindspore as ms
import mindspore.dataset.vision as vision
from helper import ConvertImageDtype, Normalize, PILToTensor, Resize, resize_tensor


class SemanticSegmentation:
    """An image as networks for segmentation take it: its shorter side resized, from 0 to 1, normalized.

    Takes a PIL image, or a tensor (..., 3, H, W). Equals what the transforms of the weights of
    torchvision.models.segmentation make.
    """

    def __init__(
        self,
        *,
        resize_size,
        mean=(0.485, 0.456, 0.406),
        std=(0.229, 0.224, 0.225),
        interpolation=vision.Inter.BILINEAR,
    ):
        self.resize_size = resize_size if resize_size is None else [resize_size]
        self.mean, self.std = list(mean), list(std)
        self.interpolation = interpolation

    def __call__(self, img):
        if self.resize_size is not None:
            how = (self.resize_size, self.interpolation)
            tensor = isinstance(img, ms.Tensor)
            img = resize_tensor(img, *how) if tensor else Resize(*how)(img)
        if not isinstance(img, ms.Tensor):
            img = PILToTensor()(img)
        return Normalize(self.mean, self.std)(ConvertImageDtype(ms.float32)(img))
