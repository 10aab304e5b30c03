import copy

from mindspore import nn, ops


def copied_cell(cell) -> nn.Cell:
    """A copy of a Cell that shares nothing with it.

    Equals copy.deepcopy of a torch module. MindSpore's copies the parameters, but leaves buffers on
    the memory of the Cell that was copied, and raises for the primitives of nn.Dropout2d and others.
    """
    parts = [part for _, part in cell.cells_and_names()]
    values = [value for part in parts for value in vars(part).values()]
    copied = copy.deepcopy(cell, {id(one): one for one in values if isinstance(one, ops.Primitive)})
    for buffer in copied.buffers():
        buffer.data = buffer.copy()
    return copied
