from helper import pad_image


class TensorPad:
    """A tensor (..., H, W) with a border.

    Equals torchvision.transforms.Pad of tensors.
    """

    def __init__(self, padding, fill=0, padding_mode="constant"):
        self.padding = padding
        self.fill = fill
        self.padding_mode = padding_mode

    def __call__(self, img):
        return pad_image(img, self.padding, self.fill, self.padding_mode)
