def all_parameters(module, recurse=True):
    """What a Cell learns, and what was frozen of it, without the running statistics.

    Equals list(module.parameters()) of torch. The moving averages of MindSpore's normalisations are
    parameters that need no gradient, too; they are left out by their names.
    """
    statistics = (
        "moving_mean",
        "moving_variance",
        "running_mean",
        "running_var",
        "num_batches_tracked",
    )
    found = module.get_parameters(expand=recurse)
    return [item for item in found if item.requires_grad or not item.name.endswith(statistics)]
