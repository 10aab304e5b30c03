from mindspore import nn


class ModuleList(nn.CellList):
    """mindspore.nn.CellList that takes None and a ModuleDict, too.

    A cell that does nothing keeps the place of None. Equals torch.nn.ModuleList in PyNative mode.
    """

    def __init__(self, modules=None):
        super().__init__()
        self.extend(modules or ())

    def append(self, module):
        super().append(nn.Cell() if module is None else module)

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def __iter__(self):
        return (None if type(cell) is nn.Cell else cell for cell in self._cells.values())

    def __getitem__(self, index):
        if isinstance(index, slice):
            return ModuleList(list(self)[index])
        cell = super().__getitem__(index)
        return None if type(cell) is nn.Cell else cell
