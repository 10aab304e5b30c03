from mindspore import nn


def set_child(parent, name, cell):
    """Make cell the child of parent called name; its parameters are named after the place.

    Equals setattr(parent, name, cell) of torch for a module. MindSpore names parameters when their
    cell is put into its parent, which need not know its own place: layers that are put into
    several parents later would have parameters of equal names. Item assignment of its containers
    looks for their place in those names, and raises where they have it no more. MindSpore refuses
    children whose names have other characters than ASCII's letters, digits, "_" and "-"; torch
    takes them.
    """
    if not isinstance(cell, nn.Cell):
        setattr(parent, name, cell)
        return
    held = ((path, item.name) for path, item in parent.parameters_and_names())
    known = (full[: -len(path)] for path, full in held if full.endswith(path))
    prefix = next(known, "")
    if isinstance(parent, (nn.CellList, nn.SequentialCell)):
        places = list(parent._cells)
        parent._cells[name if name in places else places[int(name)]] = cell
        if isinstance(parent, nn.SequentialCell):
            parent.cell_list = list(parent._cells.values())
    else:
        try:
            setattr(parent, name, cell)
        except ValueError:
            parent.insert_child_to_cell(name, cell)
    for path, parameter in cell.parameters_and_names():
        parameter.name = f"{prefix}{name}.{path}"
