class ChainedScheduler:
    """Several schedulers of one optimizer that step one after the other.

    Equals torch.optim.lr_scheduler.ChainedScheduler.
    """

    def __init__(self, schedulers, optimizer=None):
        self._schedulers = list(schedulers)
        self.optimizer = self._schedulers[0].optimizer if optimizer is None else optimizer

    def step(self):
        for scheduler in self._schedulers:
            scheduler.step()

    def get_last_lr(self):
        return self._schedulers[-1].get_last_lr()
