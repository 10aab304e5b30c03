import mindspore as ms
from mindspore import nn, ops
from mindspore.experimental import optim


def optimizer_state(optimizer, state_dict=None):
    """The state of an optimizer of mindspore.experimental.optim or mindspore.mint.optim.

    With a state_dict that this function gave, the optimizer takes that state. Stands for
    state_dict and load_state_dict of torch.optim.Optimizer: "state" holds the tensors by number,
    "param_groups" the options of each group. What has a state_dict of its own is left to that.
    As torch's, the tensors are the optimizer's own once it has taken a step, and those of a
    state_dict are so from then on: take copy.deepcopy(..) for what is to stay.
    """

    def is_used(held):
        adagrad = isinstance(
            optimizer, optim.Adagrad
        )  # torch's has all of its state from the start
        return adagrad or any(bool(((one != 0) & (one != 1)).any()) for one in held)

    own = getattr(optimizer, "state_dict", nn.Cell.state_dict)
    if getattr(own, "__func__", own) is not nn.Cell.state_dict:
        return own() if state_dict is None else optimizer.load_state_dict(state_dict)
    groups = optimizer.param_groups
    others = {id(one) for one in optimizer.parameters} | {id(group["lr"]) for group in groups}
    tensors = list(optimizer.get_parameters())
    for value in [*vars(optimizer).values(), *(v for group in groups for v in group.values())]:
        if isinstance(value, (list, tuple)):
            tensors += [one for one in value if isinstance(one, ms.Parameter)]
    tensors = list({id(one): one for one in tensors if id(one) not in others}.values())
    if not tensors:
        raise NotImplementedError("the optimizer keeps its state outside of Parameters")
    if state_dict is None:
        options = []
        for group in groups:
            kept = {k: v for k, v in group.items() if k not in ("params", "lr", "max_exp_avg_sq")}
            options.append({"lr": float(group["lr"]), **kept})
        held = tensors if is_used(tensors) else [one.copy() for one in tensors]
        return {"state": dict(enumerate(held)), "param_groups": options}
    if len(state_dict["state"]) != len(tensors) or len(state_dict["param_groups"]) != len(groups):
        raise ValueError("the state is that of another optimizer")
    state = state_dict["state"]
    is_shared = is_used([ms.Tensor(saved) for saved in state.values()])
    for one, (key, saved) in zip(tensors, list(state.items()), strict=True):
        ops.assign(one, ms.Tensor(saved))
        state[key] = one if is_shared else saved
    for group, saved in zip(groups, state_dict["param_groups"], strict=True):
        ops.assign(group["lr"], ms.Tensor(saved["lr"], ms.float32))
        group.update({key: value for key, value in saved.items() if key != "lr"})
    return None
