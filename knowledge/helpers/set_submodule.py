from helper import set_child


def set_submodule(cell, target, module, strict=False):
    """Put module where target, a path such as "features.0", says within cell.

    Equals set_submodule of torch's modules.
    """
    place, _, name = target.rpartition(".")
    set_child(cell.get_sub_cell(place) if place else cell, name, module)
