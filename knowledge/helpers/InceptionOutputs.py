from typing import NamedTuple

import mindspore as ms


class InceptionOutputs(NamedTuple):
    """What Inception3 gives in training, (N, num_classes) each; aux_logits come from the middle.

    Equals torchvision.models.InceptionOutputs.
    """

    logits: ms.Tensor
    aux_logits: ms.Tensor
