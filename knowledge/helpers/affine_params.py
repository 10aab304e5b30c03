import numpy as np


def affine_params(degrees, translate, scale_ranges, shears, img_size) -> tuple:
    """What an affine transform is called with, drawn at random: angle, shifts, scale, shears.

    translate is in parts of img_size, (width, height). Equals
    torchvision.transforms.RandomAffine.get_params; numpy draws.
    """
    angle, moved, scale, across, down = float(np.random.uniform(*degrees)), (0, 0), 1.0, 0.0, 0.0
    if translate is not None:
        most = (translate[0] * img_size[0], translate[1] * img_size[1])
        moved = tuple(round(float(np.random.uniform(-item, item))) for item in most)
    if scale_ranges is not None:
        scale = float(np.random.uniform(*scale_ranges))
    if shears is not None:
        across = float(np.random.uniform(*shears[:2]))
        down = float(np.random.uniform(*shears[2:])) if len(shears) == 4 else 0.0
    return angle, moved, scale, (across, down)
