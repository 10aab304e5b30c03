import os

from helper import ImageFolder, download_and_extract_archive


class Country211(ImageFolder):
    """Images as samples (PIL image, number of the country), from root/country211.

    Equals torchvision.datasets.Country211.
    """

    url = "https://openaipublic.azureedge.net/clip/data/country211.tgz"
    digest = "84988d7644798601126c29e9877aab6a"

    def __init__(
        self,
        root,
        split="train",
        transform=None,
        target_transform=None,
        download=False,
        loader=None,
    ):
        folder = os.path.join(os.path.expanduser(root), "country211")
        if not os.path.isdir(folder):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            download_and_extract_archive(self.url, root, md5=self.digest)
        super().__init__(os.path.join(folder, split), transform, target_transform, loader)
        self.root = os.path.expanduser(root)
