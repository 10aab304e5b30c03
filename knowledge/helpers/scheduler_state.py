import mindspore as ms
from mindspore import ops


def scheduler_state(scheduler, state_dict=None):
    """The state of a learning rate scheduler of mindspore.experimental.optim.lr_scheduler.

    With a state_dict that this function gave, the scheduler takes that state. Stands for state_dict
    and load_state_dict of torch's schedulers; the learning rates are the optimizer's state.
    What has a state_dict of its own is left to that.
    """
    if hasattr(scheduler, "state_dict"):
        load = scheduler.load_state_dict
        return scheduler.state_dict() if state_dict is None else load(state_dict)
    state = {}
    for key, value in vars(scheduler).items():
        items = value if isinstance(value, (list, tuple)) else [value]
        if key == "optimizer" or any(callable(one) for one in items):
            continue
        if any(hasattr(one, "get_last_lr") for one in items):
            saved = [None] * len(items) if state_dict is None else state_dict[key]
            state[key] = [scheduler_state(*pair) for pair in zip(items, saved, strict=True)]
        elif isinstance(value, ms.Parameter):
            state[key] = value.item()
            if state_dict is not None:
                ops.assign(value, ms.Tensor(state_dict[key], value.dtype))
        elif any(isinstance(one, ms.Parameter) for one in items):
            state[key] = [one.item() for one in items]
        else:
            state[key] = value
            if state_dict is not None:
                setattr(scheduler, key, state_dict[key])
    return state if state_dict is None else None
