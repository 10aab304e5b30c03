from typing import NamedTuple

import mindspore as ms


class GoogLeNetOutputs(NamedTuple):
    """What GoogLeNet gives in training, (N, num_classes) each; the aux_logits come from the middle.

    Equals torchvision.models.GoogLeNetOutputs.
    """

    logits: ms.Tensor
    aux_logits2: ms.Tensor
    aux_logits1: ms.Tensor
