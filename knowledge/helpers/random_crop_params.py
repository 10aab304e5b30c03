import numpy as np
import PIL.Image


def random_crop_params(img, output_size) -> tuple:
    """Where a crop of output_size, (height, width), begins at random: top, left, height, width.

    img is a PIL image or a tensor (..., h, w). Equals torchvision.transforms.RandomCrop.get_params;
    numpy draws.
    """
    wide, high = img.size if isinstance(img, PIL.Image.Image) else img.shape[:-3:-1]
    height, width = output_size
    if high < height or wide < width:
        raise ValueError("The crop is larger than the image", output_size, (high, wide))
    top, left = np.random.randint(high - height + 1), np.random.randint(wide - width + 1)
    return top, left, height, width
