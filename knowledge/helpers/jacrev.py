import mindspore as ms
from mindspore import ops


def jacrev(func, argnums=0, has_aux=False):
    """A function that gives the Jacobian of func by its arguments argnums.

    Of an output of shape (O...) by an input of shape (I...) it has shape (O..., I...); of several
    outputs it is a tuple, of several argnums a tuple in each. Equals torch.func.jacrev and jacfwd.
    func runs once for each element of its outputs.
    """

    def jacobian(*args):
        copies = [arg.copy() if isinstance(arg, ms.Tensor) else arg for arg in args]
        result = func(*copies)
        result, aux = result if has_aux else (result, None)
        several = isinstance(result, (tuple, list))

        def rows(number):
            def weighted(weight, *inputs):
                found = func(*inputs)
                found = found[0] if has_aux else found
                return ((found[number] if several else found) * weight).sum()

            output = result[number] if several else result
            positions = (argnums,) if isinstance(argnums, int) else tuple(argnums)
            positions = [position % len(args) for position in positions]
            gradient = ms.grad(weighted, tuple(position + 1 for position in positions))
            units = ops.eye(output.size, output.size, output.dtype).asnumpy()
            units = [ms.Tensor(unit.reshape(output.shape)) for unit in units]
            found = [gradient(unit, *copies) for unit in units]
            found = found if len(positions) > 1 else [(row,) for row in found]
            stacked = [
                ops.stack([row[index] for row in found]).reshape(
                    output.shape + copies[position].shape
                )
                for index, position in enumerate(positions)
            ]
            return stacked[0] if isinstance(argnums, int) else tuple(stacked)

        found = tuple(rows(number) for number in range(len(result))) if several else rows(0)
        return (found, aux) if has_aux else found

    return jacobian
