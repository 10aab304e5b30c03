from helper import MNIST


class KMNIST(MNIST):
    """The images of Kuzushiji-MNIST as samples (PIL image, label), from root/KMNIST/raw.

    Equals torchvision.datasets.KMNIST.
    """

    url = "http://codh.rois.ac.jp/kmnist/dataset/kmnist/"
    files = {
        "train-images-idx3-ubyte": "bdb82020997e1d708af4cf47b453dcf7",
        "train-labels-idx1-ubyte": "e144d726b3acfaa3e44228e80efcd344",
        "t10k-images-idx3-ubyte": "5c965bf0a639b31b8f53240b1b52f4d7",
        "t10k-labels-idx1-ubyte": "7320c461ea6c1c855c0b718fb2a4b134",
    }
    classes = ["o", "ki", "su", "tsu", "na", "ha", "ma", "ya", "re", "wo"]

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, train, transform, target_transform, download)
