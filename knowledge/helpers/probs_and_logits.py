from helper import broadcast_all, probs_to_logits
from mindspore import ops


def probs_and_logits(probs, logits, is_binary=False) -> tuple:
    """The probabilities and the logits of a distribution that is given one of them.

    Along the last axis they belong together, unless each is_binary.
    """
    if logits is None:
        (probs,) = broadcast_all(probs)
        probs = probs if is_binary else probs / probs.sum(-1, keepdims=True)
        return probs, probs_to_logits(probs, is_binary)
    (logits,) = broadcast_all(logits)
    if is_binary:
        return ops.sigmoid(logits), logits
    return ops.softmax(logits, -1), ops.log_softmax(logits, -1)
