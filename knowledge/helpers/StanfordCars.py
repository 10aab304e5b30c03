import os

import scipy.io
from helper import ImageSamples


class StanfordCars(ImageSamples):
    """The cars of Stanford as samples (PIL image, number of the model), from root/stanford_cars.

    Equals torchvision.datasets.StanfordCars, which downloads nothing either.
    """

    def __init__(
        self,
        root,
        split="train",
        transform=None,
        target_transform=None,
        download=False,
        loader=None,
    ):
        folder = os.path.join(os.path.expanduser(root), "stanford_cars")
        kit = os.path.join(folder, "devkit")
        table = os.path.join(kit, "cars_train_annos.mat")
        if split == "test":
            table = os.path.join(folder, "cars_test_annos_withlabels.mat")
        if download or not os.path.exists(table):
            raise RuntimeError("Dataset not found, and its address is gone", folder)
        rows = scipy.io.loadmat(table, squeeze_me=True)["annotations"]
        samples = [
            (os.path.join(folder, f"cars_{split}", str(row["fname"])), int(row["class"]) - 1)
            for row in rows
        ]
        super().__init__(root, samples, transform, target_transform, loader)
        names = scipy.io.loadmat(os.path.join(kit, "cars_meta.mat"), squeeze_me=True)
        self.classes = names["class_names"].tolist()
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
