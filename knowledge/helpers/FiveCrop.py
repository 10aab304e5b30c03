import PIL.Image


class FiveCrop:
    """The four corners and the middle of a PIL image, all of one size (height, width).

    Equals torchvision.transforms.FiveCrop of PIL images.
    """

    def __init__(self, size):
        size = (size,) if isinstance(size, int) else tuple(size)
        self.size = (size[0], size[-1])

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("FiveCrop takes a PIL image", type(img))
        height, width = self.size
        across, down = img.width - width, img.height - height
        if across < 0 or down < 0:
            raise ValueError("the crop is greater than the image", self.size, img.size)
        middle = (round(across / 2), round(down / 2))
        places = [(0, 0), (across, 0), (0, down), (across, down), middle]
        return tuple(img.crop((x, y, x + width, y + height)) for x, y in places)
