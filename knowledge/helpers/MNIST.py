import gzip
import hashlib
import os
import urllib.request

import mindspore as ms
import numpy as np
import PIL.Image


class MNIST:
    """The images of MNIST as samples (PIL image, label), from root/MNIST/raw.

    Equals torchvision.datasets.MNIST.
    """

    url = "https://ossci-datasets.s3.amazonaws.com/mnist/"
    files = {
        "train-images-idx3-ubyte": "f68b3c2dcbeaaa9fbdd348bbdeb94873",
        "train-labels-idx1-ubyte": "d53e105ee54ea40749a09fcbcd1e9432",
        "t10k-images-idx3-ubyte": "9fb629c4189551a2d022fa330f9573f3",
        "t10k-labels-idx1-ubyte": "ec29112dd5afa0611ce80d1b7f02629c",
    }
    parts = ("t10k", "train")
    digits = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    classes = [f"{i} - {digit}" for i, digit in enumerate(digits)]

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        self.root = os.path.expanduser(root)
        self.train = train
        self.transform = transform
        self.target_transform = target_transform
        self.raw_folder = os.path.join(self.root, type(self).__name__, "raw")
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        part = self.parts[bool(train)]
        for name, digest in self.files.items():
            if not os.path.exists(os.path.join(self.raw_folder, name)):
                if not download:
                    raise RuntimeError("Dataset not found, download=True gets it", self.raw_folder)
                self.fetch(name, digest)
        self.data = ms.Tensor(self.read(part + "-images-idx3-ubyte", 16).reshape(-1, 28, 28))
        self.targets = ms.Tensor(self.read(part + "-labels-idx1-ubyte", 8).astype(np.int64))
        self.images, self.labels = self.data.asnumpy(), self.targets.asnumpy().tolist()

    def fetch(self, name, digest):
        """Download one file, check and unpack it."""
        with urllib.request.urlopen(self.url + name + ".gz") as answer:
            packed = answer.read()
        if hashlib.md5(packed).hexdigest() != digest:
            raise RuntimeError("The download is corrupt", name)
        os.makedirs(self.raw_folder, exist_ok=True)
        with open(os.path.join(self.raw_folder, name), "wb") as file:
            file.write(gzip.decompress(packed))

    def read(self, name, header):
        """The bytes of a file behind its header."""
        with open(os.path.join(self.raw_folder, name), "rb") as file:
            return np.frombuffer(file.read(), np.uint8, offset=header).copy()

    def __getitem__(self, index):
        img, target = PIL.Image.fromarray(self.images[index]), self.labels[index]
        if self.transform is not None:
            img = self.transform(img)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return img, target

    def __len__(self):
        return len(self.images)
