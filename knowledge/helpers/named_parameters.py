from mindspore import nn


def named_parameters(module, prefix="", recurse=True):
    """Names and parameters of a Cell, as module.named_parameters() of torch gives them.

    MindSpore's layers say gamma, beta, embedding_table and w for weight and bias, dense1 for
    linear1; their running statistics are left out, and so is the cell inside of BatchNorm3d, as are
    what a cell's buffer_names names and the ones and zeros that a norm without affine keeps.
    """
    renamed = {"gamma": "weight", "beta": "bias", "embedding_table": "weight", "w": "weight"}
    fixed = ("weight", "bias")
    inner = {"dense1": "linear1", "dense2": "linear2"}
    means = ("moving_mean", "moving_variance", "running_mean", "running_var", "num_batches_tracked")
    layers = ("mindspore.nn.layer", "mindspore.mint.nn.layer")
    containers = (nn.SequentialCell, nn.CellList, nn.CellDict)
    transformers = (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer)
    seen, holders, norms = set(), set(), set()
    for path, cell in module.cells_and_names(name_prefix=prefix) if recurse else [(prefix, module)]:
        if isinstance(cell, transformers):
            holders.add(path)
        if isinstance(cell, nn.BatchNorm3d):
            norms.add(path)
        holder, dot, last = path.rpartition(".")
        path = holder + dot + inner.get(last, last) if holder in holders else path
        path = holder if last == "bn2d" and holder in norms else path
        kinds = type(cell).__mro__
        is_layer = not isinstance(cell, containers) and any(
            kind.__module__.startswith(layers) for kind in kinds
        )
        buffers = getattr(cell, "buffer_names", ())
        for name, param in cell.parameters_and_names(expand=False):
            is_fixed = not getattr(cell, "affine", True) and renamed.get(name, name) in fixed
            left_out = (is_layer and (name in means or is_fixed)) or name in buffers
            if id(param) not in seen and not left_out:
                seen.add(id(param))
                name = renamed.get(name, name) if is_layer else name
                yield f"{path}.{name}" if path else name, param
