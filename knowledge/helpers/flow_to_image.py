import mindspore as ms
import numpy as np


def flow_to_image(flow) -> ms.Tensor:
    """A flow (2, h, w) or (n, 2, h, w) as an image of uint8 with a colour for each direction.

    It goes through numpy and has no gradient. Equals torchvision.utils.flow_to_image.
    """
    if flow.dtype != ms.float32 or flow.ndim not in (3, 4) or flow.shape[-3] != 2:
        raise ValueError("A flow is float32 and (2, h, w) or (n, 2, h, w)", flow.dtype, flow.shape)
    steps, wheel = (15, 6, 4, 11, 13, 6), []
    for i, (step, first) in enumerate(zip(steps, (0, 1, 1, 2, 2, 0), strict=True)):
        part = np.full((step, 3), 0.0, np.float32)
        rising = np.floor(255 * np.arange(step, dtype=np.float32) / step)
        part[:, first] = 255
        part[:, (1, 0, 2, 1, 0, 2)[i]] = rising if i % 2 == 0 else 255 - rising
        wheel.append(part)
    wheel = np.concatenate(wheel)
    array = flow.asnumpy()
    array = array[None] if array.ndim == 3 else array
    array = array / (np.sqrt((array**2).sum(1)).max() + np.finfo(np.float32).eps)
    length = np.sqrt((array**2).sum(1))
    angle = np.arctan2(-array[:, 1], -array[:, 0]) / np.float32(np.pi)
    place = (angle + 1) / 2 * (len(wheel) - 1)
    lower = np.floor(place).astype(int)
    part = (place - lower)[..., None]
    color = (1 - part) * (wheel[lower] / 255) + part * (wheel[(lower + 1) % len(wheel)] / 255)
    image = np.floor(255 * (1 - length[..., None] * (1 - color))).astype(np.uint8)
    image = image.transpose(0, 3, 1, 2)
    return ms.Tensor(image if flow.ndim == 4 else image[0])
