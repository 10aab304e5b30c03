import mindspore as ms
import PIL.ImageOps


def vflip(img):
    """A PIL image or a tensor (..., H, W), upside down.

    Equals torchvision.transforms.functional.vflip.
    """
    return img.flip((-2,)) if isinstance(img, ms.Tensor) else PIL.ImageOps.flip(img)
