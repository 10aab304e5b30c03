from helper import checkpoint
from mindspore import nn


def checkpoint_sequential(functions, segments, input, use_reentrant=None, preserve_rng_state=True):
    """What layers one after the other give; all parts but the last are computed again.

    functions is a sequence of layers, or Cells in a list; segments is the number of parts. Equals
    torch.utils.checkpoint.checkpoint_sequential.
    """

    def run(layers, value):
        for layer in layers:
            value = layer(value)
        return value

    layers = list(functions.cells()) if isinstance(functions, nn.Cell) else list(functions)
    size = len(layers) // segments
    for start in range(0, size * (segments - 1), size):
        input = checkpoint(run, layers[start : start + size], input)
    return run(layers[size * (segments - 1) :], input)
