import os

from helper import ImageFolder, download_and_extract_archive


class Imagenette(ImageFolder):
    """Ten classes of ImageNet as samples (PIL image, number of its class), from root/imagenette2.

    Equals torchvision.datasets.Imagenette.
    """

    url = "https://s3.amazonaws.com/fast-ai-imageclas/"
    archives = {
        "full": ("imagenette2", "fe2fc210e6bb7c5664d602c3cd71e612"),
        "320px": ("imagenette2-320", "3df6f0d01a2c9592104656642f5e78a3"),
        "160px": ("imagenette2-160", "e793b78cc4c9e9a4ccc0c1155377a412"),
    }
    names = {
        "n01440764": ("tench", "Tinca tinca"),
        "n02102040": ("English springer", "English springer spaniel"),
        "n02979186": ("cassette player",),
        "n03000684": ("chain saw", "chainsaw"),
        "n03028079": ("church", "church building"),
        "n03394916": ("French horn", "horn"),
        "n03417042": ("garbage truck", "dustcart"),
        "n03425413": ("gas pump", "gasoline pump", "petrol pump", "island dispenser"),
        "n03445777": ("golf ball",),
        "n03888257": ("parachute", "chute"),
    }

    def __init__(
        self,
        root,
        split="train",
        size="full",
        download=False,
        transform=None,
        target_transform=None,
        loader=None,
    ):
        name, digest = self.archives[size]
        folder = os.path.join(os.path.expanduser(root), name)
        if not os.path.isdir(folder):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            download_and_extract_archive(f"{self.url}{name}.tgz", root, md5=digest)
        super().__init__(os.path.join(folder, split), transform, target_transform, loader)
        self.root = os.path.expanduser(root)
        self.wnids, self.wnid_to_idx = self.classes, self.class_to_idx
        self.classes = [self.names[wnid] for wnid in self.wnids]
        found = enumerate(self.classes)
        self.class_to_idx = {name: i for i, names in found for name in names}
