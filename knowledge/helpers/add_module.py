from mindspore import nn


def add_module(parent, name, cell):
    """Make cell a child of parent under name; a SequentialCell runs it last.

    Equals torch.nn.Module.add_module.
    """
    parent.insert_child_to_cell(name, cell)
    if isinstance(parent, nn.SequentialCell):
        cell.update_parameters_name(f"{name}.")
        parent.cell_list = list(parent.cells())
