def is_parametrized(module, tensor_name=None) -> bool:
    """Whether the layer, or its parameter of that name, has a parametrization.

    Equals torch.nn.utils.parametrize.is_parametrized.
    """
    held = module._cells["parametrizations"]._cells if "parametrizations" in module._cells else {}
    return len(held) > 0 if tensor_name is None else tensor_name in held
