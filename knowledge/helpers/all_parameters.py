def all_parameters(module, recurse=True):
    """What a Cell learns, and what was frozen of it, without the running statistics.

    Equals list(module.parameters()) of torch. The moving averages of MindSpore's normalisations are
    parameters that need no gradient, too; they are left out, as are what a cell's buffer_names names
    and the ones and zeros that a norm without affine keeps.
    """
    names = ("moving_mean", "moving_variance", "running_mean", "running_var", "num_batches_tracked")
    fixed = ("weight", "bias", "gamma", "beta")
    cells = [cell for _, cell in module.cells_and_names()]
    statistics = {
        id(getattr(cell, name, None))
        for cell in cells
        for name in (*names, *getattr(cell, "buffer_names", ()))
    }
    statistics |= {
        id(getattr(cell, name, None))
        for cell in cells
        for name in (() if getattr(cell, "affine", True) else fixed)
    }
    found = module.get_parameters(expand=recurse)
    return [item for item in found if item.requires_grad or id(item) not in statistics]
