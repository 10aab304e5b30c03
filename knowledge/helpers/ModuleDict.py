from mindspore import nn


class ModuleDict(nn.CellDict):
    """mindspore.nn.CellDict that takes any cell, a CellList or a SequentialCell too, under any key.

    Equals torch.nn.ModuleDict.
    """

    def __init__(self, modules=None):
        super().__init__()
        if type(self).construct is not nn.CellDict.construct:
            del self.__cell_as_dict__  # graph mode would take it for a dict, which it cannot call
        if modules is not None:
            self.update(modules)

    def __bool__(self):
        return len(self) > 0

    def _validate_cell_type(self, cell):
        if not isinstance(cell, nn.Cell):
            raise TypeError("A ModuleDict takes cells alone")

    def _update_cell_para_name(self, key, cell):
        # MindSpore refuses keys with other characters than ASCII's letters, digits, "_" and "-".
        super()._update_cell_para_name("child", cell)
        for path, parameter in cell.parameters_and_names():
            if parameter.name.endswith(f"child.{path}"):
                place = parameter.name.removesuffix(f"child.{path}")
                parameter.name = f"{place}{key}.{path}"
