import os

import numpy as np
from helper import ImageArrays, download_url


class SEMEION(ImageArrays):
    """The digits of SEMEION as samples (PIL image, digit), from root/semeion.data.

    Equals torchvision.datasets.SEMEION.
    """

    url = "http://archive.ics.uci.edu/ml/machine-learning-databases/semeion/semeion.data"
    digest = "cb545d371d2ce14ec121470795a77432"

    def __init__(self, root, transform=None, target_transform=None, download=True):
        path = os.path.join(os.path.expanduser(root), "semeion.data")
        if not os.path.exists(path):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", path)
            download_url(self.url, root, md5=self.digest)
        rows = np.loadtxt(path)
        data = (rows[:, :256] * 255).astype(np.uint8).reshape(-1, 16, 16)
        super().__init__(root, data, rows[:, 256:].nonzero()[1], transform, target_transform)
