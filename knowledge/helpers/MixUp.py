import mindspore as ms
import numpy as np
from mindspore import ops


class MixUp:
    """A batch of images and its labels, each mixed with the one before it.

    labels are numbers, of which num_classes makes rows of shares, or such rows. Equals
    torchvision.transforms.v2.MixUp; numpy draws.
    """

    def __init__(self, *, alpha=1.0, num_classes=None):
        self.alpha = alpha
        self.num_classes = num_classes

    def __call__(self, images, labels):
        share = float(np.random.beta(self.alpha, self.alpha))
        return self.mixed(images, share), self.mixed(self.rows(labels), share)

    def rows(self, labels) -> ms.Tensor:
        """The labels as rows of shares."""
        if labels.ndim == 1 and self.num_classes is None:
            raise ValueError("num_classes is needed for labels that are numbers")
        if labels.ndim == 1:
            labels = labels.expand_dims(1) == ops.arange(self.num_classes)
        return labels if labels.is_floating_point() else labels.float()

    def mixed(self, x, share) -> ms.Tensor:
        before = ops.cat((x[-1:], x[:-1]))
        return before * (1.0 - share) + x * share
