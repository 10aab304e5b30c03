import PIL.Image
import PIL.ImageOps


class CenterCrop:
    """The middle of a PIL image; an image that is smaller than size gets a black border.

    Equals torchvision.transforms.CenterCrop of PIL images.
    """

    def __init__(self, size):
        size = (size,) if isinstance(size, int) else tuple(size)
        self.size = (size[0], size[-1])

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("CenterCrop takes a PIL image", type(img))
        height, width = self.size
        across, down = max(width - img.width, 0), max(height - img.height, 0)
        if across or down:
            border = (across // 2, down // 2, (across + 1) // 2, (down + 1) // 2)
            img = PIL.ImageOps.expand(img, border)
        if img.size == (width, height):
            return img
        left, top = round((img.width - width) / 2), round((img.height - height) / 2)
        return img.crop((left, top, left + width, top + height))
