from helper import named_buffers, named_parameters
from mindspore import nn


def functional_call(
    module, parameter_and_buffer_dicts, args=(), kwargs=None, *, tie_weights=True, strict=False
):
    """Call module with other values for the parameters and buffers that a dict, or several, name.

    The names are those of named_parameters() and named_buffers(); gradients go to the values. Equals
    torch.func.functional_call for networks without nn.RNN, nn.GRU and nn.LSTM.
    """
    dicts = parameter_and_buffer_dicts
    dicts = [dicts] if isinstance(dicts, dict) else dicts
    values = {name: value for one in dicts for name, value in one.items()}
    held = {**dict(named_parameters(module)), **dict(named_buffers(module))}
    wrong = values.keys() ^ held.keys() if strict else values.keys() - held.keys()
    if wrong:
        raise KeyError(f"names that the network and the values do not share: {wrong}")
    given = {id(held[name]): value for name, value in values.items()}
    replaced = []
    try:
        for _, cell in module.cells_and_names():
            if isinstance(cell, (nn.RNN, nn.GRU, nn.LSTM)):
                raise NotImplementedError("MindSpore's recurrent layers keep their own parameters")
            own = [*cell.parameters_and_names(expand=False), *cell.named_buffers(recurse=False)]
            for name, one in own:
                if id(one) in given:
                    object.__setattr__(cell, name, given[id(one)])
                    replaced.append((cell, name))
        args = args if isinstance(args, tuple) else (args,)
        return module(*args, **(kwargs or {}))
    finally:
        for cell, name in replaced:
            object.__delattr__(cell, name)
