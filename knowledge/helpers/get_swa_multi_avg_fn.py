from mindspore import ops


def get_swa_multi_avg_fn():
    """A function that takes parameters into averages of a number of them.

    Equals torch.optim.swa_utils.get_swa_multi_avg_fn.
    """

    def swa_update(averages, parameters, number):
        for average, parameter in zip(averages, parameters, strict=True):
            ops.assign(average, average + (parameter - average) / (number + 1))

    return swa_update
