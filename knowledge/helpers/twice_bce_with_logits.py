import mindspore as ms
from helper import averaged
from mindspore import mint


def twice_bce_with_logits(input, target) -> ms.Tensor:
    """The mean binary cross entropy of logits.

    Equals torch.nn.functional.binary_cross_entropy_with_logits where a derivative is differentiated again:
    MindSpore's own has no second derivative.
    """
    losses = mint.nn.functional.relu(input) - input * target
    return averaged(losses + mint.log(mint.exp(-mint.abs(input)) + 1))
