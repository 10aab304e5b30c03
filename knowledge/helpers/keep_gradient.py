from mindspore import ops


def keep_gradient(tensor, recorded):
    """The numbers of a tensor with the gradient of another one, of finite numbers.

    What is read of the result differentiates recorded, as torch does behind a block of no_grad that
    changed it.
    """
    return ops.stop_gradient(tensor) + (recorded - ops.stop_gradient(recorded))
