import mindspore as ms
from mindspore import ops


def multilabel_margin_loss(input, target, reduction="mean") -> ms.Tensor:
    """How far each label's score fails to lie one above the others': (N, C), or (C,), to (N,).

    Equals torch.nn.functional.multilabel_margin_loss; the labels of a row end at its first -1.
    """
    scores = input if input.ndim == 2 else input.reshape(1, -1)
    labels = target if target.ndim == 2 else target.reshape(1, -1)
    classes = scores.shape[1]
    listed = ops.cumsum((labels < 0).astype(ms.int32), 1) == 0
    chosen = ops.one_hot(ops.where(listed, labels, classes), classes + 1)[:, :, :classes]
    is_label = (chosen.sum(1) > 0).astype(scores.dtype)
    own = ops.gather_elements(scores, 1, ops.where(listed, labels, 0))
    gaps = ops.relu(1 - own.expand_dims(2) + scores.expand_dims(1))
    gaps = gaps * listed.astype(scores.dtype).expand_dims(2) * (1 - is_label).expand_dims(1)
    loss = gaps.sum((1, 2)) / classes
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    return loss if input.ndim == 2 else loss[0]
