from mindspore import nn


class ModuleDict(nn.CellDict):
    """mindspore.nn.CellDict that takes any cell, a CellList or a SequentialCell too.

    Equals torch.nn.ModuleDict.
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def _validate_cell_type(self, cell):
        if not isinstance(cell, nn.Cell):
            raise TypeError("A ModuleDict takes cells alone")
