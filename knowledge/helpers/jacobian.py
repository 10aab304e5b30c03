import mindspore as ms
from mindspore import ops


def jacobian(func, inputs):
    """The Jacobian of func at inputs, a tensor or a tuple of tensors.

    Of an output of shape (O...) by an input of shape (I...) it has shape (O..., I...); of several
    outputs it is a tuple, of several inputs a tuple (in each). Equals
    torch.autograd.functional.jacobian. func runs once for each element of its outputs.
    """
    single = isinstance(inputs, ms.Tensor)
    copies = [tensor.copy() for tensor in ((inputs,) if single else inputs)]
    result = func(*copies)
    several = isinstance(result, (tuple, list))

    def rows(number):
        def weighted(weight, *tensors):
            found = func(*tensors)
            return ((found[number] if several else found) * weight).sum()

        output = result[number] if several else result
        gradient = ms.grad(weighted, tuple(range(1, len(copies) + 1)))
        units = ops.eye(output.size, output.size, output.dtype).asnumpy()
        found = [gradient(ms.Tensor(unit.reshape(output.shape)), *copies) for unit in units]
        found = found if len(copies) > 1 else [(row,) for row in found]
        stacked = tuple(
            ops.stop_gradient(ops.stack([row[index] for row in found])).reshape(
                output.shape + tensor.shape
            )
            for index, tensor in enumerate(copies)
        )
        return stacked[0] if single else stacked

    return tuple(rows(number) for number in range(len(result))) if several else rows(0)
