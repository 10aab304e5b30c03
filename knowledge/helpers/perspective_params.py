import numpy as np


def perspective_params(width, height, distortion_scale) -> tuple:
    """The corners of an image, [x, y] from the top left clockwise, and where they go at random.

    Equals torchvision.transforms.RandomPerspective.get_params; numpy draws.
    """
    across, down = int(distortion_scale * (width // 2)), int(distortion_scale * (height // 2))
    startpoints = [[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]]
    endpoints = []
    for right, low in ((0, 0), (1, 0), (1, 1), (0, 1)):
        x, y = np.random.randint(across + 1), np.random.randint(down + 1)
        endpoints.append([width - 1 - x if right else x, height - 1 - y if low else y])
    return startpoints, endpoints
