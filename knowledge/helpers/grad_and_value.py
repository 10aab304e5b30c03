import mindspore as ms


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives the gradient of func by its arguments argnums, and what func gives.

    Equals torch.func.grad_and_value. MindSpore counts what func reads of an argument from around
    it as a use of the argument too, so that it gets copies.
    """

    def gradient(*args):
        copies = [arg.copy() if isinstance(arg, ms.Tensor) else arg for arg in args]
        positions = (argnums,) if isinstance(argnums, int) else argnums
        positions = tuple(position % len(args) for position in positions)
        value, found = ms.value_and_grad(func, positions, None, has_aux=has_aux)(*copies)
        found = found if isinstance(found, tuple) else (found,)
        return found[0] if isinstance(argnums, int) else found, value

    return gradient
