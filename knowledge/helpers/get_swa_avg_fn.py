def get_swa_avg_fn():
    """A function that takes a parameter into the average of a number of them.

    Equals torch.optim.swa_utils.get_swa_avg_fn.
    """

    def swa_update(average, parameter, number):
        return average + (parameter - average) / (number + 1)

    return swa_update
