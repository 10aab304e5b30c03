import mindspore as ms
from mindspore import ops


class Compiled:
    """Operations that are compiled each by itself.

    In PyNative mode MindSpore 2.7.2 to 2.10.0 lose what passes through the derivative of a view, cat, tile
    or product of two results when it is differentiated again; compiled, they keep it.
    """

    @staticmethod
    @ms.jit
    def reshape(input, shape):
        return ops.reshape(input, shape)

    @staticmethod
    @ms.jit
    def transpose(input, order):
        return ops.transpose(input, order)

    @staticmethod
    @ms.jit
    def cat(first, second, axis):
        return ops.cat((first, second), axis)

    @staticmethod
    @ms.jit
    def tile(input, repeats):
        return ops.tile(input, repeats)

    @staticmethod
    @ms.jit
    def matmul(input, other):
        return ops.matmul(input, other)
