import os

import PIL.Image
from helper import ImageSamples, download_and_extract_archive


class Omniglot(ImageSamples):
    """Handwritten characters as samples (PIL image, number of it), from root/omniglot-py.

    Equals torchvision.datasets.Omniglot.
    """

    url = "https://raw.githubusercontent.com/brendenlake/omniglot/master/python/"
    digests = {
        "images_background": "68d2efa1b9178cc56df9314c21c6e718",
        "images_evaluation": "6b91aef0f799c5bb55b94e3f2daec811",
    }

    def __init__(
        self,
        root,
        background=True,
        transform=None,
        target_transform=None,
        download=False,
        loader=None,
    ):
        home = os.path.join(os.path.expanduser(root), "omniglot-py")
        name = "images_background" if background else "images_evaluation"
        folder = os.path.join(home, name)
        if not os.path.isdir(folder):
            if not download:
                raise RuntimeError("Dataset not found, download=True gets it", folder)
            download_and_extract_archive(f"{self.url}{name}.zip", home, md5=self.digests[name])
        characters = [
            os.path.join(alphabet, character)
            for alphabet in self.folders(folder)
            for character in self.folders(os.path.join(folder, alphabet))
        ]
        samples = [
            (os.path.join(folder, character, file), number)
            for number, character in enumerate(characters)
            for file in os.listdir(os.path.join(folder, character))
            if file.endswith(".png")
        ]
        super().__init__(home, samples, transform, target_transform, loader)
        self.background = background

    def folders(self, place):
        return [entry for entry in os.listdir(place) if os.path.isdir(os.path.join(place, entry))]

    def load(self, path):
        """The image of a file, in grey."""
        with open(path, "rb") as file:
            return PIL.Image.open(file).convert("L")
