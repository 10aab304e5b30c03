import os

from helper import VisionDataset


class DatasetFolder(VisionDataset):
    """Files in folders, one for each class, as samples (what loader gives, number of its class).

    Equals torchvision.datasets.DatasetFolder.
    """

    def __init__(
        self,
        root,
        loader,
        extensions=None,
        transform=None,
        target_transform=None,
        is_valid_file=None,
        allow_empty=False,
    ):
        super().__init__(root, transform=transform, target_transform=target_transform)
        if (extensions is None) == (is_valid_file is None):
            raise ValueError("Give either extensions or is_valid_file")
        self.loader = loader
        self.extensions = extensions
        self.classes, self.class_to_idx = self.find_classes(self.root)
        endings = extensions if isinstance(extensions, str) else tuple(extensions or ())
        taken = is_valid_file or (lambda path: path.lower().endswith(endings))
        self.samples = []
        for name in sorted(self.class_to_idx):
            found = len(self.samples)
            folder = os.path.join(self.root, name)
            for place, _, files in sorted(os.walk(folder, followlinks=True)):
                paths = [os.path.join(place, file) for file in sorted(files)]
                self.samples += [(path, self.class_to_idx[name]) for path in paths if taken(path)]
            if len(self.samples) == found and not allow_empty:
                raise FileNotFoundError("No file of this class", folder)
        self.targets = [target for _, target in self.samples]

    def find_classes(self, directory):
        """The names of the classes, and the number of each."""
        classes = sorted(entry.name for entry in os.scandir(directory) if entry.is_dir())
        if not classes:
            raise FileNotFoundError("No folder of a class", directory)
        return classes, {name: i for i, name in enumerate(classes)}

    def __getitem__(self, index):
        path, target = self.samples[index]
        return self.transform_both(self.loader(path), target)

    def __len__(self):
        return len(self.samples)
