import os


class VisionDataset:
    """A base of datasets of images, which keeps the folder and the transforms.

    Equals torchvision.datasets.VisionDataset; subclasses give __getitem__ and __len__.
    """

    def __init__(self, root=None, transforms=None, transform=None, target_transform=None):
        self.root = os.path.expanduser(root) if isinstance(root, str) else root
        self.transform = transform
        self.target_transform = target_transform
        if transform is None and target_transform is None:
            self.transforms = transforms
        elif transforms is None:
            self.transforms = self.transform_both
        else:
            raise ValueError("Give transforms, or transform and target_transform")

    def transform_both(self, image, target):
        """The image and its target, each through its transform."""
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return image, target

    def __getitem__(self, index):
        raise NotImplementedError

    def __len__(self):
        raise NotImplementedError
