import os

from helper import ImageSamples, download_and_extract_archive


class FGVCAircraft(ImageSamples):
    """Aircraft as samples (PIL image, number of the class), from root/fgvc-aircraft-2013b.

    annotation_level is "variant", "family" or "manufacturer". Equals
    torchvision.datasets.FGVCAircraft.
    """

    url = "https://www.robots.ox.ac.uk/~vgg/data/fgvc-aircraft/archives/fgvc-aircraft-2013b.tar.gz"

    def __init__(
        self,
        root,
        split="trainval",
        annotation_level="variant",
        transform=None,
        target_transform=None,
        download=False,
        loader=None,
    ):
        folder = os.path.join(os.path.expanduser(root), "fgvc-aircraft-2013b", "data")
        if not os.path.isdir(os.path.dirname(folder)):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            download_and_extract_archive(self.url, root)
        levels = {"variant": "variants", "family": "families", "manufacturer": "manufacturers"}
        with open(os.path.join(folder, f"{levels[annotation_level]}.txt")) as file:
            self.classes = [line.strip() for line in file]
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        with open(os.path.join(folder, f"images_{annotation_level}_{split}.txt")) as file:
            rows = [line.strip().partition(" ") for line in file]
        samples = [
            (os.path.join(folder, "images", f"{number}.jpg"), self.class_to_idx[name])
            for number, _, name in rows
        ]
        super().__init__(root, samples, transform, target_transform, loader)
