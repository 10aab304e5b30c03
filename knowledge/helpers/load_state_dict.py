from collections import namedtuple

import mindspore as ms
from mindspore import nn, ops


def load_state_dict(module, state_dict, strict=True):
    """Set parameters, buffers and extra states of a Cell from a dictionary; the keys that did not fit.

    Equals load_state_dict of torch.nn.Module: an optimizer goes on with the parameters. MindSpore's
    gives them other memory, and an optimizer that took a step before writes to the old one. What
    has a load_state_dict of its own is left to that. Hooks and Cells with a _load_from_state_dict of
    their own may change a copy of the dictionary before, and hooks see the Cell and those keys after.
    Raises RuntimeError for another shape, and with strict for keys that do not fit; what fits is
    set all the same.
    """
    load = module.load_state_dict
    if getattr(load, "__func__", None) is not nn.Cell.load_state_dict:
        return load(state_dict) if strict else load(state_dict, strict=False)
    if hasattr(module, "param_groups"):
        raise TypeError("the state of an optimizer is loaded by optimizer_state")
    state_dict = dict(state_dict)
    for name, cell in module.cells_and_names():
        given = (state_dict, f"{name}." if name else "", {}, strict, [], [], [])
        if type(cell)._load_from_state_dict is not nn.Cell._load_from_state_dict:
            cell._load_from_state_dict(*given)
            continue
        for hook in cell._load_state_dict_pre_hooks.values():
            hook(cell, *given)
    held = module.state_dict()
    missing = [key for key in held if key not in state_dict]
    unexpected = [key for key in state_dict if key not in held]
    for name, cell in module.cells_and_names():
        extra = f"{name}._extra_state" if name else "_extra_state"
        if extra in held and extra in state_dict:
            cell.set_extra_state(state_dict[extra])
            held.pop(extra)
    found = {key: one for key, one in held.items() if key in state_dict}
    sizes = [key for key, one in found.items() if one.shape != state_dict[key].shape]
    for key, one in found.items():
        if key in sizes:
            continue
        value = state_dict[key].astype(one.dtype)
        if isinstance(one, ms.Parameter):
            ops.assign(one, value)
        else:
            one.assign_value(value.copy())
    keys = namedtuple("IncompatibleKeys", "missing_keys unexpected_keys")(missing, unexpected)
    for _, cell in reversed(list(module.cells_and_names())):
        for hook in cell._load_state_dict_post_hooks.values():
            hook(cell, keys)
    if sizes or (strict and (missing or unexpected)):
        told = f"missing {missing}, unexpected {unexpected}, size mismatch for {sizes}"
        raise RuntimeError(f"Error(s) in loading state_dict: {told}")
    return keys
