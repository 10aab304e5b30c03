import mindspore as ms
from mindspore import ops


def one_hot(input, num_classes=-1) -> ms.Tensor:
    """1 at the place of each class and 0 elsewhere: (*) to (*, num_classes), in int64.

    Equals torch.nn.functional.one_hot; as many classes as there are by default.
    """
    return ops.one_hot(input, int(input.max()) + 1 if num_classes < 0 else num_classes)
