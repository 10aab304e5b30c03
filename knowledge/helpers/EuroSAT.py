import os

from helper import ImageFolder, download_and_extract_archive


class EuroSAT(ImageFolder):
    """Satellite images of land as samples (PIL image, number of its use), from root/eurosat/2750.

    Equals torchvision.datasets.EuroSAT.
    """

    url = (
        "https://huggingface.co/datasets/torchgeo/eurosat/resolve/"
        "c877bcd43f099cd0196738f714544e355477f3fd/EuroSAT.zip"
    )
    digest = "c8fa014336c82ac7804f0398fcb19387"

    def __init__(self, root, transform=None, target_transform=None, download=False, loader=None):
        folder = os.path.join(os.path.expanduser(root), "eurosat", "2750")
        if not os.path.isdir(folder):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            download_and_extract_archive(self.url, os.path.dirname(folder), md5=self.digest)
        super().__init__(folder, transform, target_transform, loader)
        self.root = os.path.expanduser(root)
