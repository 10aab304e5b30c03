from mindspore import nn


def insert_cell(cells, index, cell) -> nn.SequentialCell:
    """Put a cell into a SequentialCell, before the one at index.

    Equals the insert of torch.nn.Sequential, a negative index included.
    """
    items = list(cells)
    items.insert(index, cell)
    cells.append(items[-1])
    for place, item in enumerate(items[:-1]):
        if cells[place] is not item:
            cells[place] = item
    return cells
