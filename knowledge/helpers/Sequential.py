from mindspore import nn


class Sequential(nn.SequentialCell):
    """mindspore.nn.SequentialCell that runs the cells which are set as attributes or by name, too.

    Equals torch.nn.Sequential as a base class: all children are run in the order of their coming.
    """

    def __init__(self, *args):
        super().__init__(*args)

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if isinstance(value, nn.Cell):
            self.cell_list = list(self._cells.values())

    def insert_child_to_cell(self, child_name, child_cell):
        super().insert_child_to_cell(child_name, child_cell)
        self.cell_list = list(self._cells.values())
