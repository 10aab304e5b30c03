import PIL.Image


def pil_loader(path):
    """The image of a file, in RGB.

    Equals pil_loader and default_loader of torchvision.datasets.folder.
    """
    with open(path, "rb") as file:
        return PIL.Image.open(file).convert("RGB")
