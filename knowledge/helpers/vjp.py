import mindspore as ms


def vjp(func, inputs, v):
    """What func gives at inputs, and v times its Jacobian there.

    inputs is a tensor or a tuple of tensors, and so is v, which has the shapes of what func gives.
    Equals torch.autograd.functional.vjp.
    """
    single = isinstance(inputs, ms.Tensor)
    copies = [tensor.copy() for tensor in ((inputs,) if single else inputs)]
    vectors = (v,) if isinstance(v, ms.Tensor) else tuple(v)

    def weighted(*tensors):
        found = func(*tensors)
        found = found if isinstance(found, (tuple, list)) else (found,)
        return sum((one * vector).sum() for one, vector in zip(found, vectors, strict=True))

    found = ms.grad(weighted, tuple(range(len(copies))))(*copies)
    found = found if isinstance(found, tuple) else (found,)
    return func(*copies), found[0] if single else found
