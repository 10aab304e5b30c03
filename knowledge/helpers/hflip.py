import mindspore as ms
import PIL.ImageOps


def hflip(img):
    """A PIL image or a tensor (..., H, W), left and right exchanged.

    Equals torchvision.transforms.functional.hflip.
    """
    return img.flip((-1,)) if isinstance(img, ms.Tensor) else PIL.ImageOps.mirror(img)
