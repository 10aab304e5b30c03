import os

import PIL.Image


class ImageFolder:
    """Images in folders, one for each class, as samples (image, number of its class).

    Equals torchvision.datasets.ImageFolder.
    """

    extensions = (".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp")

    def __init__(
        self,
        root,
        transform=None,
        target_transform=None,
        loader=None,
        is_valid_file=None,
        allow_empty=False,
    ):
        self.root = os.path.expanduser(root)
        self.transform = transform
        self.target_transform = target_transform
        self.loader = loader or self.load
        self.classes, self.class_to_idx = self.find_classes(self.root)
        taken = is_valid_file or (lambda path: path.lower().endswith(self.extensions))
        self.samples = []
        for name in sorted(self.class_to_idx):
            found = len(self.samples)
            folder = os.path.join(self.root, name)
            for place, _, files in sorted(os.walk(folder, followlinks=True)):
                paths = [os.path.join(place, file) for file in sorted(files)]
                self.samples += [(path, self.class_to_idx[name]) for path in paths if taken(path)]
            if len(self.samples) == found and not allow_empty:
                raise FileNotFoundError("No image of this class", folder)
        self.imgs = self.samples
        self.targets = [target for _, target in self.samples]

    def find_classes(self, directory):
        """The names of the classes, and the number of each."""
        classes = sorted(entry.name for entry in os.scandir(directory) if entry.is_dir())
        if not classes:
            raise FileNotFoundError("No folder of a class", directory)
        return classes, {name: i for i, name in enumerate(classes)}

    def load(self, path):
        """The image of a file."""
        with open(path, "rb") as file:
            return PIL.Image.open(file).convert("RGB")

    def __getitem__(self, index):
        path, target = self.samples[index]
        sample = self.loader(path)
        if self.transform is not None:
            sample = self.transform(sample)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return sample, target

    def __len__(self):
        return len(self.samples)
