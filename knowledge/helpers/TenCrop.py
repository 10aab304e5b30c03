import PIL.Image
import PIL.ImageOps


class TenCrop:
    """The corners and the middle of a PIL image and of its mirror image, all of one size.

    Equals torchvision.transforms.TenCrop of PIL images.
    """

    def __init__(self, size, vertical_flip=False):
        size = (size,) if isinstance(size, int) else tuple(size)
        self.size = (size[0], size[-1])
        self.vertical_flip = vertical_flip

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("TenCrop takes a PIL image", type(img))
        height, width = self.size
        across, down = img.width - width, img.height - height
        if across < 0 or down < 0:
            raise ValueError("the crop is greater than the image", self.size, img.size)
        middle = (round(across / 2), round(down / 2))
        places = [(0, 0), (across, 0), (0, down), (across, down), middle]
        other = PIL.ImageOps.flip(img) if self.vertical_flip else PIL.ImageOps.mirror(img)
        return tuple(
            each.crop((x, y, x + width, y + height)) for each in (img, other) for x, y in places
        )
