import os

import numpy as np
import scipy.io
from helper import ImageArrays, download_url


class SVHN(ImageArrays):
    """The images of house numbers as samples (PIL image, digit), from root/train_32x32.mat.

    Equals torchvision.datasets.SVHN.
    """

    url = "http://ufldl.stanford.edu/housenumbers/"
    digests = {
        "train": "e26dedcc434d2e4c54c9b2d4a06d8373",
        "test": "eb5a983be6a315427106f1b164d9cef3",
        "extra": "a93ce644f1a588dc4d68dda5feec44a7",
    }

    def __init__(self, root, split="train", transform=None, target_transform=None, download=False):
        name = f"{split}_32x32.mat"
        path = os.path.join(os.path.expanduser(root), name)
        if not os.path.exists(path):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", path)
            download_url(self.url + name, root, md5=self.digests[split])
        found = scipy.io.loadmat(path)
        labels = found["y"].astype(np.int64).reshape(-1) % 10  # a zero is written as 10
        data = found["X"].transpose(3, 2, 0, 1)
        super().__init__(root, data, labels, transform, target_transform)
        self.split = split
