from mindspore import nn


class IntermediateLayerGetter(nn.Cell):
    """What layers of a network give, by the names that return_layers has for them, in a dict.

    The network's layers are called one after the other, up to the last of those. Equals
    torchvision.models._utils.IntermediateLayerGetter.
    """

    def __init__(self, model, return_layers):
        super().__init__()
        self.return_layers = dict(return_layers)
        if not set(return_layers) <= set(model.name_cells()):
            raise ValueError("return_layers are not present in model")
        wanted = set(return_layers)
        for name, cell in model.name_cells().items():
            if wanted:
                self.insert_child_to_cell(name, cell)
            wanted.discard(name)

    def construct(self, x):
        found = {}
        for name, cell in self.name_cells().items():
            x = cell(x)
            if name in self.return_layers:
                found[self.return_layers[name]] = x
        return found
