import mindspore as ms
import numpy as np


class RandomErasing:
    """A tensor (channels, height, width), in which with the chance p a box is written over.

    value is a number, one for each channel, or "random". Equals
    torchvision.transforms.RandomErasing; numpy draws.
    """

    def __init__(self, p=0.5, scale=(0.02, 0.33), ratio=(0.3, 3.3), value=0):
        self.p = p
        self.scale = scale
        self.ratio = ratio
        self.value = value

    def __call__(self, img):
        if np.random.random() >= self.p:
            return img
        array = img.asnumpy().copy()
        channels, height, width = array.shape
        for _ in range(10):
            area = height * width * np.random.uniform(*self.scale)
            aspect = np.exp(np.random.uniform(*np.log(self.ratio)))
            tall, wide = round((area * aspect) ** 0.5), round((area / aspect) ** 0.5)
            if tall < height and wide < width:
                top = np.random.randint(height - tall + 1)
                left = np.random.randint(width - wide + 1)
                value = np.reshape(0 if self.value == "random" else self.value, (-1, 1, 1))
                if self.value == "random":
                    value = np.random.standard_normal((channels, tall, wide))
                array[:, top : top + tall, left : left + wide] = value
                break
        return ms.Tensor(array)
