class Compose:
    """Transforms that are called one after the other, each with what the one before gave.

    Equals torchvision.transforms.Compose.
    """

    def __init__(self, steps):
        self.transforms = steps

    def __call__(self, img):
        for transform in self.transforms:
            img = transform(img)
        return img
