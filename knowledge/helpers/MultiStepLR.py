from mindspore.experimental.optim import lr_scheduler


class MultiStepLR(lr_scheduler.MultiStepLR):
    """mindspore.experimental.optim.lr_scheduler.MultiStepLR that takes any sequence of milestones.

    It can also be set to an epoch, by step(epoch) or in a SequentialLR.
    """

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        whole = [int(milestone) for milestone in milestones if milestone == int(milestone)]
        super().__init__(optimizer, whole, gamma, last_epoch)

    def _get_closed_form_lr(self):
        epoch = int(self.last_epoch)
        passed = sum(count for milestone, count in self.milestones.items() if milestone <= epoch)
        return [float(lr) * self.gamma**passed for lr in self.base_lrs]
