import mindspore as ms
from mindspore import nn


def remove_parametrizations(module, tensor_name, leave_parametrized=True) -> nn.Cell:
    """Make what the parametrizations of a layer's parameter give the parameter; gives the layer.

    With leave_parametrized=False it is what they are given. Equals
    torch.nn.utils.parametrize.remove_parametrizations.
    """
    chain = module.parametrizations._cells.pop(tensor_name)
    other = {"weight": ("embedding_table", "gamma"), "bias": ("beta",)}.get(tensor_name, ())
    owner = type(module)
    held = next(
        name
        for name in (tensor_name, *other)
        if name in module.__dict__ or isinstance(owner.__dict__.get(name), property)
    )
    parameter = next(chain.get_parameters(expand=False))
    place, needs = parameter.name.rpartition("parametrizations.")[0], parameter.requires_grad
    if held in module.__dict__:
        value = module.__dict__.pop(held)  # a hook had put it there
    else:
        value = parameter.value()
        for each in chain:
            value = each(value)
        delattr(owner, held)
    value = value if leave_parametrized else parameter.value()
    if not module.parametrizations._cells and owner.__name__.startswith("Parametrized"):
        del module._cells["parametrizations"]
        module.__class__ = owner.__base__
    setattr(module, held, ms.Parameter(value.copy(), name=f"{place}{held}", requires_grad=needs))
    return module
