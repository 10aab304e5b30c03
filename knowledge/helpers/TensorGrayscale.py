from helper import grayscale_tensor


class TensorGrayscale:
    """A tensor (..., 3, H, W) in shades of gray, in one channel or in three that are equal.

    Equals torchvision.transforms.Grayscale of tensors.
    """

    def __init__(self, num_output_channels=1):
        self.num_output_channels = num_output_channels

    def __call__(self, img):
        return grayscale_tensor(img, self.num_output_channels)
