def write_items(tensor, index, value):
    """Write items of a tensor under no_grad; its gradient goes on as if nothing had been written.

    Equals tensor[index] = value of torch there, whose item assignment MindSpore gives another
    tensor, without a gradient, where a part of the index is a tensor or a list.
    """
    written = tensor.copy()
    written[index] = value
    tensor.copy_(written)
