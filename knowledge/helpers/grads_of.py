def grads_of(parameters, optimizer, grads):
    """The gradients of some parameters that an optimizer holds, in the order of these.

    The optimizer, whose groups have an order of their own, is called with ``grads``.
    """
    own = {id(held): grad for held, grad in zip(optimizer.parameters, grads, strict=True)}
    return [own[id(parameter)] for parameter in parameters]
