import copy

from mindspore import nn


def copied_cell(cell) -> nn.Cell:
    """A copy of a Cell that shares nothing with it.

    Equals copy.deepcopy of a torch module. MindSpore's copies the parameters, but leaves buffers on
    the memory of the Cell that was copied.
    """
    copied = copy.deepcopy(cell)
    for buffer in copied.buffers():
        buffer.data = buffer.copy()
    return copied
