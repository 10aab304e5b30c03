import mindspore as ms


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives the gradient of func by its arguments argnums, and what func gives.

    Equals torch.func.grad_and_value. MindSpore counts what func reads of an argument from around
    it as a use of the argument too, so that it gets copies.
    """

    def gradient(*args):
        copies = [arg.copy() if isinstance(arg, ms.Tensor) else arg for arg in args]
        value, found = ms.value_and_grad(func, argnums, None, has_aux=has_aux)(*copies)
        return found, value

    return gradient
