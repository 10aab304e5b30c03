class OwnTrain:
    """For Cells with a train(mode) of their own: set_train of any Cell around them calls it.

    Equals torch.nn.Module.train: super().train(mode) sets the mode of the Cell and of its children.
    """

    def train(self, mode=True):
        self.add_flags(training=mode)
        for cell in self.cells():
            cell.set_train(mode)
        return self

    def add_flags_recursive(self, **flags):
        mode = flags.pop("training", None)
        if mode is not None:
            self.train(mode)
        return super().add_flags_recursive(**flags) if flags else self
