import json
import os

import PIL.Image
from helper import VisionDataset


class CocoDetection(VisionDataset):
    """The images of a COCO file as samples (PIL image, list of its annotations).

    It needs no pycocotools, and has no attribute coco. Equals torchvision.datasets.CocoDetection.
    """

    def __init__(self, root, annFile, transform=None, target_transform=None, transforms=None):
        super().__init__(root, transforms, transform, target_transform)
        with open(annFile) as file:
            found = json.load(file)
        self.names = {image["id"]: image["file_name"] for image in found["images"]}
        self.ids = sorted(self.names)
        self.annotations = {number: [] for number in self.ids}
        for annotation in found.get("annotations", ()):
            self.annotations.setdefault(annotation["image_id"], []).append(annotation)

    def target(self, number):
        """The annotations of an image."""
        return list(self.annotations[number])

    def __getitem__(self, index):
        number = self.ids[index]
        path = os.path.join(self.root, self.names[number])
        image, target = PIL.Image.open(path).convert("RGB"), self.target(number)
        return (image, target) if self.transforms is None else self.transforms(image, target)

    def __len__(self):
        return len(self.ids)
