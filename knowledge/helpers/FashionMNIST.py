import gzip
import hashlib
import os
import urllib.request

import mindspore as ms
import numpy as np
import PIL.Image


class FashionMNIST:
    """The images of Fashion-MNIST as samples (PIL image, label), from root/FashionMNIST/raw.

    Equals torchvision.datasets.FashionMNIST.
    """

    url = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"
    files = {
        "train-images-idx3-ubyte": "8d4fb7e6c68d591d4c3dfef9ec88bf0d",
        "train-labels-idx1-ubyte": "25c81989df183df01b3e8a0aad5dffbe",
        "t10k-images-idx3-ubyte": "bef4ecab320f06d8554ea6380940ec79",
        "t10k-labels-idx1-ubyte": "bb300cfdad3c16e7a12a480ee83cd310",
    }
    names = "T-shirt/top,Trouser,Pullover,Dress,Coat,Sandal,Shirt,Sneaker,Bag,Ankle boot"
    classes = names.split(",")

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        self.root = os.path.expanduser(root)
        self.train = train
        self.transform = transform
        self.target_transform = target_transform
        self.raw_folder = os.path.join(self.root, type(self).__name__, "raw")
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        part = "train" if train else "t10k"
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
