import mindspore.dataset.vision as vision
from helper import resize_tensor


class TensorResize:
    """A tensor (..., H, W) at another size: (height, width), or one number for its shorter side.

    Equals torchvision.transforms.Resize of tensors.
    """

    def __init__(
        self,
        size,
        interpolation=vision.Inter.BILINEAR,
        max_size=None,
        antialias=True,
        fixed_point=False,
    ):
        self.size = size
        self.interpolation = interpolation
        self.max_size = max_size
        self.antialias = antialias
        self.fixed_point = fixed_point

    def __call__(self, img):
        how = (self.interpolation, self.max_size, self.antialias, self.fixed_point)
        return resize_tensor(img, self.size, *how)
