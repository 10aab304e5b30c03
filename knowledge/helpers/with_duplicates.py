from mindspore import nn


def with_duplicates(listed, module, prefix="", recurse=True):
    """What ``listed`` gives of a Cell, named_parameters or named_buffers, with what several of its
    cells share at each of their places.

    Equals module.named_parameters(remove_duplicate=False) of torch.
    """
    layers = ("mindspore.nn.layer", "mindspore.mint.nn.layer")
    containers = (nn.SequentialCell, nn.CellList, nn.CellDict)
    is_layer = not isinstance(module, containers) and any(
        kind.__module__.startswith(layers) for kind in type(module).__mro__
    )
    yield from listed(module, prefix=prefix, recurse=recurse and is_layer)
    if recurse and not is_layer:
        for name, cell in module._cells.items():
            if cell is not None:
                yield from with_duplicates(listed, cell, f"{prefix}.{name}" if prefix else name)
