import mindspore.dataset.vision as vision
from helper import resize_tensor, resized_crop_params


class TensorRandomResizedCrop:
    """A part of a tensor (..., H, W) drawn at random, at another size.

    scale bounds its part of the area, ratio its width by its height. Equals
    torchvision.transforms.RandomResizedCrop of tensors; numpy draws.
    """

    def __init__(
        self,
        size,
        scale=(0.08, 1.0),
        ratio=(3.0 / 4.0, 4.0 / 3.0),
        interpolation=vision.Inter.BILINEAR,
        antialias=True,
        fixed_point=False,
    ):
        sizes = (size,) if isinstance(size, int) else tuple(size)
        self.size = (sizes[0], sizes[-1])
        self.scale = scale
        self.ratio = ratio
        self.interpolation = interpolation
        self.antialias = antialias
        self.fixed_point = fixed_point

    def __call__(self, img):
        top, left, height, width = resized_crop_params(img, self.scale, self.ratio)
        part = img[..., top : top + height, left : left + width]
        how = (self.interpolation, None, self.antialias, self.fixed_point)
        return resize_tensor(part, self.size, *how)
