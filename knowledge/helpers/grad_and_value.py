import mindspore as ms
from helper import tree_flatten, tree_map, tree_unflatten


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives the gradient of func by its arguments argnums, and what func gives.

    The arguments are tensors, or dicts, lists and tuples of them. Equals torch.func.grad_and_value.
    MindSpore counts what func reads of an argument from around it as a use of the argument too, so
    that it gets copies.
    """

    def copied(item):
        return item.copy() if isinstance(item, ms.Tensor) else item

    def gradient(*args):
        positions = (argnums,) if isinstance(argnums, int) else argnums
        positions = tuple(position % len(args) for position in positions)
        copies = tree_map(copied, list(args))
        leaves, tree = tree_flatten([copies[position] for position in positions])

        def of_leaves(*given):
            for position, part in zip(positions, tree_unflatten(given, tree), strict=True):
                copies[position] = part
            return func(*copies)

        places = tuple(range(len(leaves)))
        value, found = ms.value_and_grad(of_leaves, places, None, has_aux=has_aux)(*leaves)
        found = tree_unflatten(found if isinstance(found, tuple) else (found,), tree)
        return found[0] if isinstance(argnums, int) else tuple(found), value

    return gradient
