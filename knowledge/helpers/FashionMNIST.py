from helper import MNIST


class FashionMNIST(MNIST):
    """The images of Fashion-MNIST as samples (PIL image, label), from root/FashionMNIST/raw.

    Equals torchvision.datasets.FashionMNIST.
    """

    url = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"
    files = {
        "train-images-idx3-ubyte": "8d4fb7e6c68d591d4c3dfef9ec88bf0d",
        "train-labels-idx1-ubyte": "25c81989df183df01b3e8a0aad5dffbe",
        "t10k-images-idx3-ubyte": "bef4ecab320f06d8554ea6380940ec79",
        "t10k-labels-idx1-ubyte": "bb300cfdad3c16e7a12a480ee83cd310",
    }
    names = "T-shirt/top,Trouser,Pullover,Dress,Coat,Sandal,Shirt,Sneaker,Bag,Ankle boot"
    classes = names.split(",")

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, train, transform, target_transform, download)
