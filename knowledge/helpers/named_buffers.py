import mindspore as ms


def named_buffers(module, prefix="", recurse=True):
    """Names and buffers of a Cell with the running statistics of its norms among them.

    Equals module.named_buffers() of torch but for num_batches_tracked, which MindSpore does not
    count; its Cell.named_buffers() leaves the statistics out, as they are parameters there.
    """
    renamed = {"moving_mean": "running_mean", "moving_variance": "running_var"}
    statistics = (*renamed, *renamed.values())
    seen, norms = set(), set()
    for path, cell in module.cells_and_names(name_prefix=prefix) if recurse else [(prefix, module)]:
        if isinstance(cell, ms.nn.BatchNorm3d):
            norms.add(path)
        holder, _, last = path.rpartition(".")
        path = holder if last == "bn2d" and holder in norms else path
        parameters = cell.parameters_and_names(expand=False)
        held = [(name, one) for name, one in parameters if name in statistics]
        for name, buffer in [*held, *cell.named_buffers(recurse=False)]:
            if id(buffer) not in seen:
                seen.add(id(buffer))
                name = renamed.get(name, name)
                yield f"{path}.{name}" if path else name, buffer
