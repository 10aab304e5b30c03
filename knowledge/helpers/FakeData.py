import numpy as np
import PIL.Image


class FakeData:
    """Random PIL images with random labels; a sample is always the same.

    image_size is (channels, height, width). Equals torchvision.datasets.FakeData; numpy draws.
    """

    def __init__(
        self,
        size=1000,
        image_size=(3, 224, 224),
        num_classes=10,
        transform=None,
        target_transform=None,
        random_offset=0,
    ):
        self.size = size
        self.image_size = image_size
        self.num_classes = num_classes
        self.transform = transform
        self.target_transform = target_transform
        self.random_offset = random_offset

    def __getitem__(self, index):
        if index >= len(self):
            raise IndexError("index out of range", index)
        draw = np.random.default_rng(index + self.random_offset)
        pixels = draw.integers(0, 256, self.image_size, np.uint8).transpose(1, 2, 0)
        img = PIL.Image.fromarray(pixels[:, :, 0] if pixels.shape[2] == 1 else pixels)
        target = int(draw.integers(self.num_classes))
        if self.transform is not None:
            img = self.transform(img)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return img, target

    def __len__(self):
        return self.size
