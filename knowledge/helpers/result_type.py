import mindspore as ms
from helper import promote_types


def result_type(tensor1, tensor2):
    """The dtype of what an operation of two tensors or numbers gives.

    Equals torch.result_type: a number, and a tensor of one that has no axes, changes the dtype of
    another operand where it is of a higher kind alone.
    """

    def described(operand):
        if isinstance(operand, ms.Tensor):
            return (2 if operand.ndim else 1), operand.dtype
        kinds = {bool: ms.bool_, int: ms.int64, float: ms.float32}
        return 0, kinds.get(type(operand), ms.complex64)

    def kind(dtype):
        name = str(dtype).lower()
        return 0 if name == "bool" else 1 if "int" in name else 2 if "float" in name else 3

    (low, lower), (high, higher) = sorted(map(described, (tensor1, tensor2)), key=lambda x: x[0])
    if low == high or kind(lower) > kind(higher):
        return promote_types(lower, higher)
    return higher
