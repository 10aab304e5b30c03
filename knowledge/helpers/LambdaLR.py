from mindspore.experimental.optim import lr_scheduler


class LambdaLR(lr_scheduler.LambdaLR):
    """mindspore.experimental.optim.lr_scheduler.LambdaLR whose functions get the epoch as an int.

    MindSpore gives them a tensor, which is no index of a list and never a key of a dict or a set.
    """

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        several = isinstance(lr_lambda, (list, tuple))
        functions = lr_lambda if several else [lr_lambda] * len(optimizer.param_groups)
        counting = [lambda epoch, given=given: given(int(epoch)) for given in functions]
        super().__init__(optimizer, counting, last_epoch)
