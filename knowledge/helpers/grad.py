import mindspore as ms


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of func by its arguments argnums; func gives a scalar.

    Equals torch.func.grad. MindSpore counts what func reads of an argument from around it as a
    use of the argument too, so that it gets copies.
    """

    def gradient(*args):
        copies = [arg.copy() if isinstance(arg, ms.Tensor) else arg for arg in args]
        positions = (argnums,) if isinstance(argnums, int) else argnums
        positions = tuple(position % len(args) for position in positions)
        found = ms.grad(func, positions, has_aux=has_aux)(*copies)
        found, rest = found if has_aux else (found, None)
        found = found if isinstance(found, tuple) else (found,)
        found = found[0] if isinstance(argnums, int) else found
        return (found, rest[0]) if has_aux else found

    return gradient
