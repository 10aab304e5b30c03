import mindspore as ms
from mindspore import ops


def add_param_group(optimizer, param_group):
    """Add a group of parameters to an optimizer of mindspore.experimental.optim before its first step.

    Its moments start as those of the others do. Stands for torch.optim.Optimizer.add_param_group.
    """
    before = list(optimizer.parameters)
    counters = [getattr(optimizer, name, 0) for name in ("state_step", "step_t")]
    if any(int(counter) for counter in counters):
        raise NotImplementedError("the optimizer has made steps")
    held = [*vars(optimizer).items(), *getattr(optimizer, "_params_tuple", {}).items()]
    optimizer.add_param_group(param_group)
    optimizer.parameters = ms.ParameterTuple(optimizer.parameters)
    if "dampening" in optimizer.defaults:  # SGD takes a float alone
        group = optimizer.param_groups[-1]
        group["dampening"] = float(group["dampening"])
    starts = {"stat": 1.0, "mu": 1.0, "mu_product": 1.0}
    accumulated = optimizer.defaults.get("initial_accumulator_value", 0.0)
    for name, values in held:
        if name == "parameters" or not isinstance(values, (list, tuple)):
            continue
        if len(values) != len(before) or not all(isinstance(one, ms.Parameter) for one in values):
            continue
        if any(
            one.shape not in ((), param.shape) for one, param in zip(values, before, strict=True)
        ):
            raise NotImplementedError(f"the optimizer keeps {name} in a form of its own")
        start = accumulated if name == "accum" else starts.get(name, 0.0)
        added = []
        for param in optimizer.parameters[len(before) :]:
            shape = param.shape if values[0].shape or not before[0].shape else ()
            added.append(
                ms.Parameter(ops.full(shape, start, dtype=param.dtype), f"{name}.{param.name}")
            )
        is_tuple = isinstance(values, ms.ParameterTuple)
        setattr(
            optimizer, name, ms.ParameterTuple([*values, *added]) if is_tuple else [*values, *added]
        )
