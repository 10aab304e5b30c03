import os

from helper import ImageSamples, download_and_extract_archive


class DTD(ImageSamples):
    """The textures of DTD as samples (PIL image, number of its kind), from root/dtd/dtd.

    Equals torchvision.datasets.DTD.
    """

    url = "https://www.robots.ox.ac.uk/~vgg/data/dtd/download/dtd-r1.0.1.tar.gz"
    digest = "fff73e5086ae6bdbea199a49dfb8a4c1"

    def __init__(
        self,
        root,
        split="train",
        partition=1,
        transform=None,
        target_transform=None,
        download=False,
        loader=None,
    ):
        folder = os.path.join(os.path.expanduser(root), "dtd", "dtd")
        if not os.path.isdir(folder):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            download_and_extract_archive(self.url, os.path.dirname(folder), md5=self.digest)
        with open(os.path.join(folder, "labels", f"{split}{partition}.txt")) as file:
            names = file.read().split()
        kinds = [name.partition("/")[0] for name in names]
        self.classes = sorted(set(kinds))
        self.class_to_idx = {kind: i for i, kind in enumerate(self.classes)}
        paths = [os.path.join(folder, "images", *name.split("/")) for name in names]
        samples = [(path, self.class_to_idx[kind]) for path, kind in zip(paths, kinds, strict=True)]
        super().__init__(root, samples, transform, target_transform, loader)
