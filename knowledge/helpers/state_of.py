from helper import load_state_dict, optimizer_state, scheduler_state


def state_of(thing, state_dict=None):
    """The state of a Cell, of an optimizer, of a scheduler, or of what has a state_dict of its own.

    With a state_dict that this function gave, the thing takes that state.
    """
    if hasattr(thing, "param_groups"):
        return optimizer_state(thing, state_dict)
    if hasattr(thing, "get_last_lr") or not hasattr(thing, "state_dict"):
        return scheduler_state(thing, state_dict)
    return thing.state_dict() if state_dict is None else load_state_dict(thing, state_dict)
