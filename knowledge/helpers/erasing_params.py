import mindspore as ms
import numpy as np


def erasing_params(img, scale, ratio, value=None) -> tuple:
    """A box of a tensor (channels, h, w) to be erased, drawn at random, and what to write into it.

    Gives top, left, height, width and a tensor: of value, one number or one for each channel, or of
    normal numbers. Equals torchvision.transforms.RandomErasing.get_params; numpy draws.
    """
    channels, high, wide = img.shape[-3:]
    for _ in range(10):
        area = high * wide * np.random.uniform(*scale)
        aspect = np.exp(np.random.uniform(*np.log(ratio)))
        height, width = round((area * aspect) ** 0.5), round((area / aspect) ** 0.5)
        if height < high and width < wide:
            drawn = np.random.standard_normal((channels, height, width)).astype(np.float32)
            filled = ms.Tensor(drawn) if value is None else ms.tensor(value)[:, None, None]
            top, left = np.random.randint(high - height + 1), np.random.randint(wide - width + 1)
            return top, left, height, width, filled
    return 0, 0, high, wide, img
