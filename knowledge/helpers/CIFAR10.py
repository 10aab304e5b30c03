import hashlib
import io
import os
import pickle
import tarfile
import urllib.request

import numpy as np
import PIL.Image


class CIFAR10:
    """The images of CIFAR-10 as samples (PIL image, label), from root/cifar-10-batches-py.

    Equals torchvision.datasets.CIFAR10.
    """

    url = "https://www.cs.toronto.edu/~kriz/cifar-10-python.tar.gz"
    digest = "c58f30108f718f92721af3b95e74349a"
    base_folder = "cifar-10-batches-py"
    files = {True: [f"data_batch_{i}" for i in range(1, 6)], False: ["test_batch"]}
    meta = ("batches.meta", "label_names")
    label = "labels"

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        self.root = os.path.expanduser(root)
        self.train = train
        self.transform = transform
        self.target_transform = target_transform
        if not os.path.exists(os.path.join(self.root, self.base_folder, self.meta[0])):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", self.root)
            self.fetch()
        parts = [self.read(name) for name in self.files[train]]
        images = np.concatenate([part["data"] for part in parts]).reshape(-1, 3, 32, 32)
        self.data = images.transpose(0, 2, 3, 1)
        self.targets = [label for part in parts for label in part[self.label]]
        self.classes = self.read(self.meta[0])[self.meta[1]]
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}

    def fetch(self):
        """Download the archive, check and unpack it."""
        with urllib.request.urlopen(self.url) as answer:
            packed = answer.read()
        if hashlib.md5(packed).hexdigest() != self.digest:
            raise RuntimeError("The download is corrupt", self.url)
        os.makedirs(self.root, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(self.root)

    def read(self, name):
        """One of the pickles of the archive."""
        with open(os.path.join(self.root, self.base_folder, name), "rb") as file:
            return pickle.load(file, encoding="latin1")

    def __getitem__(self, index):
        img, target = PIL.Image.fromarray(self.data[index]), self.targets[index]
        if self.transform is not None:
            img = self.transform(img)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return img, target

    def __len__(self):
        return len(self.data)
