from mindspore import nn


def add_module(parent, name, module):
    """Make module a child of parent under name; a SequentialCell runs it last.

    Equals torch.nn.Module.add_module.
    """
    setattr(parent, name, module)
    if isinstance(parent, nn.SequentialCell):
        parent.cell_list = list(parent._cells.values())
