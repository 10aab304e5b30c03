import mindspore as ms
from mindspore import mint, ops


def mish(input, inplace=False) -> ms.Tensor:
    """input * tanh(softplus(input)); inplace changes nothing.

    Equals torch.nn.functional.mish: MindSpore's is NaN from 45 on, on CPU.
    """
    positive = input > 0
    small = mint.exp(mint.where(positive, -input, input))
    share = mint.where(positive, 1 + 2 * small, small * (small + 2))
    rest = mint.where(positive, 2 * small * small, ops.full_like(small, 2))
    return input * share / (share + rest)
