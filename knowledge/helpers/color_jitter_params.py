import mindspore as ms
import numpy as np


def color_jitter_params(brightness, contrast, saturation, hue) -> tuple:
    """An order of four changes and a factor for each, drawn from (lowest, highest) or None.

    Equals torchvision.transforms.ColorJitter.get_params; numpy draws.
    """
    spans = (brightness, contrast, saturation, hue)
    factors = [None if span is None else float(np.random.uniform(*span)) for span in spans]
    return ms.Tensor(np.random.permutation(4)), *factors
