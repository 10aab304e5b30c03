import csv
import os

from helper import ImageSamples, download_and_extract_archive


class GTSRB(ImageSamples):
    """The German traffic signs as samples (PIL image, number of the sign), from root/gtsrb.

    Equals torchvision.datasets.GTSRB.
    """

    url = "https://sid.erda.dk/public/archives/daaeac0d7ce1152aea9b61d9f1e19370/"
    archives = {
        "train": {"GTSRB-Training_fixed.zip": "513f3c79a4c5141765e10e952eaa2478"},
        "test": {
            "GTSRB_Final_Test_Images.zip": "c7e4e6327067d32654124b0fe9e82185",
            "GTSRB_Final_Test_GT.zip": "fe31e9c9270bbcd7b84b7f21a9d9d9e5",
        },
    }

    def __init__(self, root, split="train", transform=None, target_transform=None, download=False):
        home = os.path.join(os.path.expanduser(root), "gtsrb")
        inner = ("Training",) if split == "train" else ("Final_Test", "Images")
        folder = os.path.join(home, "GTSRB", *inner)
        if not os.path.isdir(folder):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            for name, digest in self.archives[split].items():
                download_and_extract_archive(self.url + name, home, md5=digest)
        found = self.listed(home, folder) if split == "test" else self.sorted_in(folder)
        super().__init__(root, found, transform, target_transform)

    def sorted_in(self, folder):
        """The files of the folders, one for each sign."""
        signs = sorted(entry.name for entry in os.scandir(folder) if entry.is_dir())
        return [
            (os.path.join(folder, sign, name), number)
            for number, sign in enumerate(signs)
            for name in sorted(os.listdir(os.path.join(folder, sign)))
            if name.endswith(".ppm")
        ]

    def listed(self, home, folder):
        """The files of a table, with their signs."""
        with open(os.path.join(home, "GT-final_test.csv")) as file:
            rows = csv.DictReader(file, delimiter=";", skipinitialspace=True)
            return [(os.path.join(folder, row["Filename"]), int(row["ClassId"])) for row in rows]
