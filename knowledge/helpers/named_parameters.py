def named_parameters(module, prefix="", recurse=True):
    """Names and parameters of a Cell, as module.named_parameters() of torch gives them.

    MindSpore's layers say gamma, beta, embedding_table and w for weight and bias; their running
    statistics are left out.
    """
    renamed = {"gamma": "weight", "beta": "bias", "embedding_table": "weight", "w": "weight"}
    seen = set()
    for path, cell in module.cells_and_names(name_prefix=prefix) if recurse else [(prefix, module)]:
        kinds = type(cell).__mro__
        is_layer = any(kind.__module__.startswith("mindspore.nn.layer") for kind in kinds)
        for name, param in cell.parameters_and_names(expand=False):
            is_statistic = is_layer and name in ("moving_mean", "moving_variance")
            if id(param) not in seen and not is_statistic:
                seen.add(id(param))
                name = renamed.get(name, name) if is_layer else name
                yield f"{path}.{name}" if path else name, param
