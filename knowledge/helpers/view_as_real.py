from mindspore import Tensor, ops


def view_as_real(input) -> Tensor:
    """The real and the imaginary parts of complex numbers in a new last axis; a copy, no view.

    Equals torch.view_as_real.
    """
    return ops.stack([ops.real(input), ops.imag(input)], axis=-1)
