from helper import pad_image, random_crop_params


class TensorRandomCrop:
    """A part of a tensor (..., H, W) at a place drawn at random; padding is a border drawn around first.

    Equals torchvision.transforms.RandomCrop of tensors; numpy draws.
    """

    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        sizes = (size,) if isinstance(size, int) else tuple(size)
        self.size = (sizes[0], sizes[-1])
        self.padding = padding
        self.pad_if_needed = pad_if_needed
        self.fill = fill
        self.padding_mode = padding_mode

    def __call__(self, img):
        if self.padding is not None:
            img = pad_image(img, self.padding, self.fill, self.padding_mode)
        if self.pad_if_needed:
            missing = [max(self.size[axis] - img.shape[axis], 0) for axis in (-1, -2)]
            img = pad_image(img, missing, self.fill, self.padding_mode)
        top, left, height, width = random_crop_params(img, self.size)
        return img[..., top : top + height, left : left + width]
