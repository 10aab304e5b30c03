import os
import string

from helper import MNIST, download_and_extract_archive, extract_archive


class EMNIST(MNIST):
    """The images of a split of Extended MNIST as samples (PIL image, label), from root/EMNIST/raw.

    Equals torchvision.datasets.EMNIST.
    """

    url = "https://biometrics.nist.gov/cs_links/EMNIST/gzip.zip"
    digest = "58c8d27c78d21e728a6bc7b3cc06412e"
    all = sorted(string.digits + string.ascii_letters)
    merged = [one for one in all if one not in "cijklmopsuvwxyz"]
    classes_split_dict = {
        "byclass": all,
        "bymerge": merged,
        "balanced": merged,
        "letters": ["N/A", *string.ascii_lowercase],
        "digits": list(string.digits),
        "mnist": list(string.digits),
    }

    def __init__(
        self, root, split, train=True, transform=None, target_transform=None, download=False
    ):
        self.split = split
        self.classes = self.classes_split_dict[split]
        self.parts = (f"emnist-{split}-test", f"emnist-{split}-train")
        part = self.parts[bool(train)]
        self.files = dict.fromkeys((f"{part}-images-idx3-ubyte", f"{part}-labels-idx1-ubyte"))
        super().__init__(root, train, transform, target_transform, download)

    def fetch(self, name, digest):
        """Download the archive, check and unpack it."""
        download_and_extract_archive(self.url, self.raw_folder, md5=self.digest)
        folder = os.path.join(self.raw_folder, "gzip")
        for packed in os.listdir(folder):
            extract_archive(os.path.join(folder, packed), self.raw_folder)
