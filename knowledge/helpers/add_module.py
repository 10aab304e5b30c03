from mindspore import nn


def add_module(parent, name, module):
    """Make module a child of parent under name; a SequentialCell runs it last.

    Equals torch.nn.Module.add_module, which takes names that MindSpore refuses, too: those with other
    characters than ASCII's letters, digits, "_" and "-".
    """
    try:
        setattr(parent, name, module)
    except ValueError:
        parent.insert_child_to_cell(name, module)
        for path, parameter in module.parameters_and_names():
            parameter.name = f"{name}.{path}"
    if isinstance(parent, nn.SequentialCell):
        parent.cell_list = list(parent._cells.values())
        # Deleting an item asks of each whether it is named by its place.
        parent._is_dynamic_name += [False] * (len(parent) - len(parent._is_dynamic_name))
