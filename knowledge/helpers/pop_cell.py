from mindspore import nn


def pop_cell(cells, key) -> nn.Cell:
    """Take one of the cells of a CellList or a SequentialCell out of it.

    Equals the pop of torch's containers.
    """
    cell = cells[key]
    del cells[key]
    return cell
