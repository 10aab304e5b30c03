import os

import scipy.io
from helper import ImageSamples, download_and_extract_archive, download_url


class Flowers102(ImageSamples):
    """The flowers of Oxford as samples (PIL image, number of its kind), from root/flowers-102.

    Equals torchvision.datasets.Flowers102, but for the names of the kinds.
    """

    url = "https://www.robots.ox.ac.uk/~vgg/data/flowers/102/"
    digests = {
        "imagelabels.mat": "e0620be6f572b9609742df49c70aed4d",
        "setid.mat": "a5357ecc9cb78c4bef273ce3793fc85c",
    }

    def __init__(
        self,
        root,
        split="train",
        transform=None,
        target_transform=None,
        download=False,
        loader=None,
    ):
        folder = os.path.join(os.path.expanduser(root), "flowers-102")
        if not os.path.isdir(os.path.join(folder, "jpg")):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            digest = "52808999861908f626f3c1f4e79d11fa"
            download_and_extract_archive(self.url + "102flowers.tgz", folder, md5=digest)
            for name, digest in self.digests.items():
                download_url(self.url + name, folder, md5=digest)
        chosen = {"train": "trnid", "val": "valid", "test": "tstid"}[split]
        numbers = scipy.io.loadmat(os.path.join(folder, "setid.mat"))[chosen].reshape(-1).tolist()
        labels = scipy.io.loadmat(os.path.join(folder, "imagelabels.mat"))["labels"]
        labels = (labels.reshape(-1).astype(int) - 1).tolist()
        paths = [os.path.join(folder, "jpg", f"image_{number:05d}.jpg") for number in numbers]
        found = [labels[number - 1] for number in numbers]
        samples = list(zip(paths, found, strict=True))
        super().__init__(root, samples, transform, target_transform, loader)
