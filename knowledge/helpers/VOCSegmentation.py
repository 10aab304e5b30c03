import os

import PIL.Image
from helper import VisionDataset, download_and_extract_archive


class VOCSegmentation(VisionDataset):
    """The images of Pascal VOC with the picture of their classes, from root/VOCdevkit.

    Equals torchvision.datasets.VOCSegmentation.
    """

    archives = {
        "2012": ("VOCtrainval_11-May-2012.tar", "6cd6e144f989b92b3379bac3b3de84fd"),
        "2011": ("VOCtrainval_25-May-2011.tar", "6c3384ef61512963050cb5d687e5bf1e"),
        "2010": ("VOCtrainval_03-May-2010.tar", "da459979d0c395079b5c75ee67908abb"),
        "2009": ("VOCtrainval_11-May-2009.tar", "a3e00b113cfcfebf17e343f59da3caa1"),
        "2008": ("VOCtrainval_14-Jul-2008.tar", "2629fa636546599198acfcfbfcf1904a"),
        "2007": ("VOCtrainval_06-Nov-2007.tar", "c52e279531787c972589f7e41ab4ae64"),
        "test": ("VOCtest_06-Nov-2007.tar", "b6e924de25625d8de591ea690078ad9f"),
    }
    lists, folder, ending = "Segmentation", "SegmentationClass", ".png"

    def __init__(
        self,
        root,
        year="2012",
        image_set="train",
        download=False,
        transform=None,
        target_transform=None,
        transforms=None,
    ):
        super().__init__(root, transforms, transform, target_transform)
        self.year = year
        self.image_set = image_set
        if download:
            name, md5 = self.archives["test" if image_set == "test" else year]
            url = f"https://thor.robots.ox.ac.uk/pascal/VOC/voc{year}/{name}"
            download_and_extract_archive(url, self.root, md5=md5)
        above = os.path.join(self.root, "TrainVal") if year == "2011" else self.root
        home = os.path.join(above, "VOCdevkit", f"VOC{year}")
        if not os.path.isdir(home):
            raise RuntimeError("Dataset not found, download=True gets it", home)
        with open(os.path.join(home, "ImageSets", self.lists, f"{image_set}.txt")) as file:
            names = [line.strip() for line in file]
        self.images = [os.path.join(home, "JPEGImages", f"{name}.jpg") for name in names]
        self.targets = [os.path.join(home, self.folder, name + self.ending) for name in names]

    @property
    def masks(self):
        """The files of the pictures of classes."""
        return self.targets

    def read(self, path):
        """The target of a file."""
        return PIL.Image.open(path)

    def __getitem__(self, index):
        image = PIL.Image.open(self.images[index]).convert("RGB")
        target = self.read(self.targets[index])
        return (image, target) if self.transforms is None else self.transforms(image, target)

    def __len__(self):
        return len(self.images)
