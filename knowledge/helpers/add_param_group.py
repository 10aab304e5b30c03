import mindspore as ms
from mindspore import ops


def add_param_group(optimizer, param_group):
    """Add a group of parameters to an optimizer of mindspore.experimental.optim.

    Its moments start as those of the others did. Behind the first step an optimizer of its own
    updates the group, in PyNative mode. Stands for torch.optim.Optimizer.add_param_group.
    """
    before = list(optimizer.parameters)
    attributes = [*vars(optimizer).items(), *getattr(optimizer, "_params_tuple", {}).items()]
    held = {
        name: values
        for name, values in attributes
        if name != "parameters" and isinstance(values, (list, tuple)) and len(values) == len(before)
        if all(isinstance(one, ms.Parameter) for one in values)
    }
    accumulated = optimizer.defaults.get("initial_accumulator_value", 0.0)
    starts = {"stat": 1.0, "mu": 1.0, "mu_product": 1.0, "accum": accumulated}
    counted = any(int(getattr(optimizer, name, 0)) for name in ("state_step", "step_t"))
    changed = ((one != starts.get(name, 0.0)).any() for name in held for one in held[name])
    if counted or any(changed) or "construct" in vars(optimizer):
        groups, update = list(optimizer.param_groups), optimizer.construct
        options = {k: v for k, v in optimizer.defaults.items() if k != "grad_centralization"}
        later = type(optimizer)([param_group], **options)
        parameters = ms.ParameterTuple([*before, *later.parameters])

        def construct(gradients):
            optimizer.parameters, optimizer.param_groups = ms.ParameterTuple(before), groups
            update(gradients[: len(before)])
            optimizer.parameters = parameters
            optimizer.param_groups = [*groups, *later.param_groups]
            return later(gradients[len(before) :])

        optimizer.construct, optimizer.parameters = construct, parameters
        optimizer.param_groups = [*groups, *later.param_groups]
        return
    optimizer.add_param_group(param_group)
    optimizer.parameters = ms.ParameterTuple(optimizer.parameters)
    if "dampening" in optimizer.defaults:  # SGD takes a float alone
        group = optimizer.param_groups[-1]
        group["dampening"] = float(group["dampening"])
    for name, values in held.items():
        if any(
            one.shape not in ((), param.shape) for one, param in zip(values, before, strict=True)
        ):
            raise NotImplementedError(f"the optimizer keeps {name} in a form of its own")
        added = []
        for param in optimizer.parameters[len(before) :]:
            shape = param.shape if values[0].shape or not before[0].shape else ()
            start = ops.full(shape, starts.get(name, 0.0), dtype=param.dtype)
            added.append(ms.Parameter(start, f"{name}.{param.name}"))
        is_tuple = isinstance(values, ms.ParameterTuple)
        setattr(
            optimizer, name, ms.ParameterTuple([*values, *added]) if is_tuple else [*values, *added]
        )
