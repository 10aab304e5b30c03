from helper import center_crop_tensor


class TensorCenterCrop:
    """The middle of a tensor (..., H, W), with zeros around one that is smaller than size.

    Equals torchvision.transforms.CenterCrop of tensors.
    """

    def __init__(self, size):
        self.size = size

    def __call__(self, img):
        return center_crop_tensor(img, self.size)
