import mindspore.dataset.vision as vision
import PIL.Image


class Resize:
    """A PIL image at another size: (height, width), or one number for its shorter side.

    Equals torchvision.transforms.Resize of PIL images, to the pixel.
    """

    def __init__(self, size, interpolation=vision.Inter.BILINEAR, max_size=None):
        self.size = size
        self.interpolation = interpolation
        self.max_size = max_size

    def __call__(self, img):
        size = self.size if isinstance(self.size, int) else tuple(self.size)
        if isinstance(size, int) or len(size) == 1:
            short = size if isinstance(size, int) else size[0]
            long = int(short * max(img.size) / min(img.size))
            if self.max_size is not None and long > self.max_size:
                short, long = int(self.max_size * short / long), self.max_size
            size = (long, short) if img.size[0] <= img.size[1] else (short, long)
        if isinstance(self.interpolation, vision.Inter):
            return vision.Resize(size, self.interpolation)(img)
        exact = self.interpolation == "nearest-exact"  # what Pillow's own filter does
        return img.resize(size[::-1], PIL.Image.NEAREST if exact else self.interpolation)
