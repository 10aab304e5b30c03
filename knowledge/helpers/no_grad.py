from mindspore import common


class no_grad(common._no_grad):
    """A block, or a decorated function, that is computed without gradients, in PyNative mode.

    Equals torch.no_grad; gradients that are asked for inside raise a RuntimeError.
    """

    def _recreate_cm(self):  # one for each call: MindSpore's forgets in a recursion what was before
        return type(self)()
