import bz2
import os

import numpy as np
from helper import ImageArrays, download_url


class USPS(ImageArrays):
    """The digits of USPS as samples (PIL image, digit), from root/usps.bz2 and root/usps.t.bz2.

    Equals torchvision.datasets.USPS.
    """

    url = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/multiclass/"
    digests = {
        "usps.bz2": "ec16c51db3855ca6c91edd34d0e9b197",
        "usps.t.bz2": "8ea070ee2aca1ac39742fdd1ef5ed118",
    }

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        name = "usps.bz2" if train else "usps.t.bz2"
        path = os.path.join(os.path.expanduser(root), name)
        if download and not os.path.exists(path):
            download_url(self.url + name, root, md5=self.digests[name])
        with bz2.open(path, "rt") as file:
            rows = [line.split() for line in file]
        values = [[item.rpartition(":")[2] for item in row[1:]] for row in rows]
        data = (np.array(values, np.float32).reshape(-1, 16, 16) + 1) / 2 * 255
        labels = [int(row[0]) - 1 for row in rows]
        super().__init__(root, data.astype(np.uint8), labels, transform, target_transform)
        self.targets = labels
