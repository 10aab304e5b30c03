import PIL.Image
from helper import VisionDataset


class ImageArrays(VisionDataset):
    """Images as samples (PIL image, number of its class), from arrays of pixels and of numbers.

    A base of torchvision's datasets that hold their images; data is (n, height, width) or
    (n, channels, height, width).
    """

    def __init__(self, root, data, labels, transform=None, target_transform=None):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.data = data
        self.labels = labels

    def __getitem__(self, index):
        pixels = self.data[index]
        image = PIL.Image.fromarray(pixels.transpose(1, 2, 0) if pixels.ndim == 3 else pixels)
        return self.transform_both(image, int(self.labels[index]))

    def __len__(self):
        return len(self.data)
