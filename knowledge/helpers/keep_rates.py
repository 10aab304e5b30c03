from mindspore import ops


def keep_rates(scheduler, rates):
    """Set a scheduler's learning rates back to those of before its construction, if it goes on.

    torch's leave them alone where last_epoch is given; MindSpore's take one step more.
    """
    if int(scheduler.last_epoch) > 0:
        for group, rate in zip(scheduler.optimizer.param_groups, rates, strict=True):
            ops.assign(group["lr"], rate)
