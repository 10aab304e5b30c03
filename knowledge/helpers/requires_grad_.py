import mindspore as ms


def requires_grad_(parameter, requires_grad=True) -> ms.Parameter:
    """Say whether a parameter is trained, and hand it back.

    Equals torch.Tensor.requires_grad_ of a parameter.
    """
    parameter.requires_grad = requires_grad
    return parameter
