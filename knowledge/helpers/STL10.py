import os

import numpy as np
from helper import ImageArrays, download_and_extract_archive


class STL10(ImageArrays):
    """The images of STL-10 as samples (PIL image, label), from root/stl10_binary.

    Images without a label have -1. Equals torchvision.datasets.STL10.
    """

    url = "http://ai.stanford.edu/~acoates/stl10/stl10_binary.tar.gz"
    digest = "91f7769df0f17e558f3565bffb0c7dfb"

    def __init__(
        self,
        root,
        split="train",
        folds=None,
        transform=None,
        target_transform=None,
        download=False,
    ):
        self.folder = os.path.join(os.path.expanduser(root), "stl10_binary")
        if not os.path.isdir(self.folder):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", self.folder)
            download_and_extract_archive(self.url, root, md5=self.digest)
        parts = [self.read(name, folds) for name in split.split("+")]
        data, labels = (np.concatenate(part) for part in zip(*parts, strict=True))
        super().__init__(root, data, labels, transform, target_transform)
        self.split = split
        self.folds = folds
        with open(os.path.join(self.folder, "class_names.txt")) as file:
            self.classes = file.read().splitlines()

    def read(self, name, folds):
        """Images (n, 3, 96, 96) and labels of train, test or unlabeled."""
        images = np.fromfile(os.path.join(self.folder, f"{name}_X.bin"), np.uint8)
        images = images.reshape(-1, 3, 96, 96).transpose(0, 1, 3, 2)
        if name == "unlabeled":
            return images, np.full(len(images), -1)
        labels = np.fromfile(os.path.join(self.folder, f"{name}_y.bin"), np.uint8) - 1
        if name == "test" or folds is None:
            return images, labels
        with open(os.path.join(self.folder, "fold_indices.txt")) as file:
            chosen = np.array(file.read().splitlines()[folds].split(), np.int64)
        return images[chosen], labels[chosen]
