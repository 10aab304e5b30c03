from mindspore import nn


def extend_cells(cells, others) -> nn.SequentialCell:
    """Append each of the other cells to a SequentialCell.

    Equals the extend of torch.nn.Sequential.
    """
    for cell in others:
        cells.append(cell)
    return cells
