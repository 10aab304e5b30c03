import os

import PIL.Image
from helper import VisionDataset, download_and_extract_archive


class OxfordIIITPet(VisionDataset):
    """The images of the Oxford-IIIT Pets with their breed, kind or trimap, from root/oxford-iiit-pet.

    Equals torchvision.datasets.OxfordIIITPet.
    """

    url = "https://www.robots.ox.ac.uk/~vgg/data/pets/data/"
    archives = {
        "images.tar.gz": "5c4f3ee8e5d25df40f4fd59a7f44e54c",
        "annotations.tar.gz": "95a8c909bbe2e81eed6a22bccdf3f68f",
    }

    def __init__(
        self,
        root,
        split="trainval",
        target_types="category",
        transforms=None,
        transform=None,
        target_transform=None,
        download=False,
    ):
        super().__init__(root, transforms, transform, target_transform)
        self.target_types = [target_types] if isinstance(target_types, str) else list(target_types)
        folder = os.path.join(self.root, "oxford-iiit-pet")
        for name, md5 in self.archives.items():
            if not os.path.isdir(os.path.join(folder, name.partition(".")[0])):
                if not download:
                    raise RuntimeError("Dataset not found, download=True gets it", folder)
                download_and_extract_archive(self.url + name, folder, md5=md5)
        with open(os.path.join(folder, "annotations", f"{split}.txt")) as file:
            rows = [line.split() for line in file]
        self.paths = [
            (
                os.path.join(folder, "images", f"{row[0]}.jpg"),
                os.path.join(folder, "annotations", "trimaps", f"{row[0]}.png"),
            )
            for row in rows
        ]
        self.labels = [(int(row[1]) - 1, int(row[2]) - 1) for row in rows]
        breeds = {int(row[1]): row[0].rpartition("_")[0].replace("_", " ").title() for row in rows}
        self.classes = [breeds[number] for number in sorted(breeds)]
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}
        self.bin_classes = ["Cat", "Dog"]
        self.bin_class_to_idx = {"Cat": 0, "Dog": 1}

    def target(self, idx, target_type):
        """The number of the breed or of the kind, or the trimap."""
        if target_type == "segmentation":
            return PIL.Image.open(self.paths[idx][1])
        return self.labels[idx][target_type == "binary-category"]

    def __getitem__(self, idx):
        image = PIL.Image.open(self.paths[idx][0]).convert("RGB")
        found = tuple(self.target(idx, one) for one in self.target_types)
        target = found[0] if len(found) == 1 else found or None
        return (image, target) if self.transforms is None else self.transforms(image, target)

    def __len__(self):
        return len(self.paths)
