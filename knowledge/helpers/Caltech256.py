import os

import PIL.Image
from helper import ImageSamples, download_and_extract_archive


class Caltech256(ImageSamples):
    """Things as samples (PIL image, number of its kind), from root/caltech256/256_ObjectCategories.

    Equals torchvision.datasets.Caltech256.
    """

    url = "https://data.caltech.edu/records/nyy15-4j048/files/256_ObjectCategories.tar"
    digest = "67b4f42ca05d46448c6bb8ecd2220f6d"

    def __init__(self, root, transform=None, target_transform=None, download=False):
        home = os.path.join(os.path.expanduser(root), "caltech256")
        folder = os.path.join(home, "256_ObjectCategories")
        if not os.path.isdir(folder):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            download_and_extract_archive(self.url, home, md5=self.digest)
        self.categories = sorted(os.listdir(folder))
        samples = [
            (os.path.join(folder, kind, f"{number + 1:03d}_{i + 1:04d}.jpg"), number)
            for number, kind in enumerate(self.categories)
            for i in range(sum(name.endswith(".jpg") for name in os.listdir(f"{folder}/{kind}")))
        ]
        super().__init__(home, samples, transform, target_transform)
        self.y = [number for _, number in samples]

    def load(self, path):
        """The image of a file, grey where it is."""
        with open(path, "rb") as file:
            image = PIL.Image.open(file)
            image.load()
        return image
