import os

import mindspore as ms
import numpy as np
import PIL.Image
from helper import VisionDataset


class CelebA(VisionDataset):
    """Faces as samples (PIL image, target), from root/celeba.

    A target is a tensor of attributes, of the box or of the landmarks, the number of the person, or
    a tuple of these. Equals torchvision.datasets.CelebA, but for the download.
    """

    def __init__(
        self,
        root,
        split="train",
        target_type="attr",
        transform=None,
        target_transform=None,
        download=False,
    ):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.split = split
        self.target_type = target_type if isinstance(target_type, list) else [target_type]
        self.folder = os.path.join(self.root, "celeba")
        if not os.path.isdir(os.path.join(self.folder, "img_align_celeba")):
            raise RuntimeError("Dataset not found, fetch it with the package gdown", self.folder)
        part = {"train": 0, "valid": 1, "test": 2, "all": None}[split.lower()]
        names, parts, _ = self.table("list_eval_partition.txt", 0)
        chosen = np.arange(len(names)) if part is None else np.flatnonzero(parts[:, 0] == part)
        self.filename = [names[i] for i in chosen]
        self.identity = ms.Tensor(self.table("identity_CelebA.txt", 0)[1][chosen])
        self.bbox = ms.Tensor(self.table("list_bbox_celeba.txt", 2)[1][chosen])
        landmarks = self.table("list_landmarks_align_celeba.txt", 2)[1]
        self.landmarks_align = ms.Tensor(landmarks[chosen])
        _, attributes, self.attr_names = self.table("list_attr_celeba.txt", 2)
        self.attr = ms.Tensor((attributes[chosen] + 1) // 2)

    def table(self, name, skipped):
        """Names, rows of numbers, and the words of the last line that was skipped."""
        with open(os.path.join(self.folder, name)) as file:
            lines = [line.split() for line in file]
        rows = lines[skipped:]
        numbers = np.array([[int(item) for item in row[1:]] for row in rows], np.int64)
        return [row[0] for row in rows], numbers, lines[skipped - 1] if skipped else []

    def target(self, index, kind):
        """The target of one kind."""
        if kind == "identity":
            return self.identity[index, 0]
        return {"attr": self.attr, "bbox": self.bbox, "landmarks": self.landmarks_align}[kind][
            index
        ]

    def __getitem__(self, index):
        path = os.path.join(self.folder, "img_align_celeba", self.filename[index])
        image = PIL.Image.open(path)
        image = image if self.transform is None else self.transform(image)
        found = tuple(self.target(index, kind) for kind in self.target_type)
        if not found:
            return image, None
        target = found if len(found) > 1 else found[0]
        return image, target if self.target_transform is None else self.target_transform(target)

    def __len__(self):
        return len(self.filename)
