import mindspore as ms
from mindspore import nn


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False) -> nn.Cell:
    """Make a layer's parameter what parametrization gives for another one; gives the layer.

    Equals torch.nn.utils.parametrize.register_parametrization: the parameter itself is
    parametrizations.NAME.original, and further parametrizations are called with what those before
    them give. Works in PyNative mode.
    """
    if isinstance(module, (nn.RNN, nn.GRU, nn.LSTM)):
        raise NotImplementedError("MindSpore's recurrent layers keep their own parameters")
    if tensor_name in getattr(module, "parametrizations", nn.Cell())._cells:
        module.parametrizations._cells[tensor_name].append(parametrization)
        return module
    other = {"weight": ("embedding_table", "gamma"), "bias": ("beta",)}.get(tensor_name, ())
    held = next(name for name in (tensor_name, *other) if name in module._params)

    def computed(cell):
        chain = cell.parametrizations._cells[tensor_name]
        value = chain.original
        for each in chain:
            value = each(value)
        return value

    old = module._params.pop(held)
    value = old.value().copy()
    if hasattr(parametrization, "right_inverse"):
        value = parametrization.right_inverse(value)
    if not isinstance(value, ms.Tensor):
        raise NotImplementedError("a right_inverse that gives several tensors")
    place = old.name[: -len(held)] + f"parametrizations.{tensor_name}."
    if "parametrizations" not in module._cells:
        kind = type(module)
        module.__class__ = type("Parametrized" + kind.__name__, (kind,), {})
        module.parametrizations = nn.Cell()
    chain = nn.CellList([parametrization])
    chain.original = ms.Parameter(value, requires_grad=old.requires_grad)
    setattr(module.parametrizations, tensor_name, chain)
    for path, parameter in chain.parameters_and_names():
        parameter.name = f"{place}{path}"
    setattr(type(module), held, property(computed))
    return module
