from helper import keep_rates
from mindspore.experimental.optim import lr_scheduler


class MultiplicativeLR(lr_scheduler.MultiplicativeLR):
    """mindspore.experimental.optim.lr_scheduler.MultiplicativeLR whose functions get an int.

    MindSpore gives them a tensor, which is no index of a list and never a key of a dict or a set.
    """

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        several = isinstance(lr_lambda, (list, tuple))
        functions = lr_lambda if several else [lr_lambda] * len(optimizer.param_groups)
        counting = [lambda epoch, given=given: given(int(epoch)) for given in functions]
        rates = [float(group["lr"]) for group in optimizer.param_groups]
        super().__init__(optimizer, counting, last_epoch)
        keep_rates(self, rates)
