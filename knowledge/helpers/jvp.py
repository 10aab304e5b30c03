import mindspore as ms


def jvp(func, primals, tangents):
    """What func gives at primals, and its derivative along tangents.

    primals and tangents are tuples of tensors, or a tensor each; func is compiled. Equals
    torch.func.jvp.
    """
    if isinstance(primals, ms.Tensor):
        return ms.jvp(func, primals, tangents)
    if len(primals) == 1:
        return ms.jvp(func, primals[0], tangents[0])
    return ms.jvp(func, tuple(primals), tuple(tangents))
