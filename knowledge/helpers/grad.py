import mindspore as ms


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of func by its arguments argnums; func gives a scalar.

    Equals torch.func.grad. MindSpore counts what func reads of an argument from around it as a
    use of the argument too, so that it gets copies.
    """

    def gradient(*args):
        copies = [arg.copy() if isinstance(arg, ms.Tensor) else arg for arg in args]
        if has_aux:
            found, rest = ms.grad(func, argnums, has_aux=True)(*copies)
            return found, rest[0]
        return ms.grad(func, argnums)(*copies)

    return gradient
