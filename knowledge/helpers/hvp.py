import mindspore as ms


def hvp(func, inputs, v):
    """What func gives at inputs, and its matrix of second derivatives there times v.

    func gives one number and is compiled; inputs and v are a tensor each, or tuples of tensors of
    the same shapes. Equals torch.autograd.functional.hvp, and vhp, as the matrix is symmetric.
    """
    several = not isinstance(inputs, ms.Tensor)
    tensors = tuple(inputs) if several else (inputs,)
    positions = tuple(range(len(tensors)))

    def gradient(*given):
        return ms.grad(func, positions)(*given)

    if len(tensors) == 1:
        found = ms.jvp(gradient, tensors[0], v[0] if several else v)[1]
        return func(*tensors), (found,) if several else found
    return func(*tensors), ms.jvp(gradient, tensors, tuple(v))[1]
