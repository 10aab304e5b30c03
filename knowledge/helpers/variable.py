import mindspore as ms


def variable(data=None, requires_grad=False, volatile=False, _grad_fn=None) -> ms.Tensor:
    """Give the tensor itself, as torch.autograd.Variable does.

    Where a gradient by it is asked for, mindspore.value_and_grad has to be told: this is refused.
    volatile says nothing, as in torch.
    """
    if requires_grad:
        raise NotImplementedError("Name the tensor in grad_position of mindspore.value_and_grad")
    return ms.mint.zeros((0,)) if data is None else data
