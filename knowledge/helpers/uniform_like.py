import mindspore as ms
from mindspore import ops


def uniform_like(input, from_=0, to=1, *, generator=None) -> ms.Tensor:
    """Draw numbers in [from_, to) in the shape and dtype of a tensor.

    Equals torch.Tensor.uniform_ on a tensor that nothing else holds.
    """
    if generator is None:
        return ops.rand_like(input) * (to - from_) + from_
    drawn = generator.random_sample(input.shape, input.dtype)
    return ms.tensor(drawn, dtype=input.dtype) * (to - from_) + from_
