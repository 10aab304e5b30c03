import PIL.Image
from helper import VisionDataset


class ImageSamples(VisionDataset):
    """Images as samples (PIL image, number of its class), from pairs of a path and a number.

    A base of torchvision's datasets that keep a list of files.
    """

    def __init__(self, root, samples, transform=None, target_transform=None, loader=None):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.samples = samples
        self.loader = loader or self.load

    def load(self, path):
        """The image of a file."""
        with open(path, "rb") as file:
            return PIL.Image.open(file).convert("RGB")

    def __getitem__(self, index):
        path, target = self.samples[index]
        return self.transform_both(self.loader(path), target)

    def __len__(self):
        return len(self.samples)
