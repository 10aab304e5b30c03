import json
import os

import PIL.Image
from helper import VisionDataset, download_and_extract_archive


class Food101(VisionDataset):
    """The images of Food-101 as samples (PIL image, number of its dish), from root/food-101.

    Equals torchvision.datasets.Food101.
    """

    url = "http://data.vision.ee.ethz.ch/cvl/food-101.tar.gz"
    digest = "85eeb15f3717b99a5da872d97d918f87"

    def __init__(
        self,
        root,
        split="train",
        transform=None,
        target_transform=None,
        download=False,
        loader=None,
    ):
        super().__init__(root, transform=transform, target_transform=target_transform)
        folder = os.path.join(self.root, "food-101")
        if not os.path.isdir(os.path.join(folder, "images")):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            download_and_extract_archive(self.url, self.root, md5=self.digest)
        with open(os.path.join(folder, "meta", f"{split}.json"), encoding="utf-8") as file:
            names = json.load(file)
        self.classes = sorted(names)
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        self.samples = [
            (os.path.join(folder, "images", f"{path}.jpg"), self.class_to_idx[name])
            for name, paths in names.items()
            for path in paths
        ]
        self.loader = loader or self.load

    def load(self, path):
        """The image of a file."""
        with open(path, "rb") as file:
            return PIL.Image.open(file).convert("RGB")

    def __getitem__(self, idx):
        path, label = self.samples[idx]
        return self.transform_both(self.loader(path), label)

    def __len__(self):
        return len(self.samples)
