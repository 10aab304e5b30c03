import mindspore as ms
from mindspore import ops


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction="mean") -> ms.Tensor:
    """How far pairs of rows, (N, D) or (D,), are from cosine 1, or over margin where target is -1.

    Equals torch.nn.functional.cosine_embedding_loss: a row of zeros has cosine 0, not nan.
    """
    squares = ((input1**2).sum(-1) + 1e-12) * ((input2**2).sum(-1) + 1e-12)
    cosine = (input1 * input2).sum(-1) / squares.sqrt()
    zeros = ops.zeros_like(cosine)
    near = ops.where(target == 1, 1 - cosine, zeros)
    far = ops.where(target == -1, (cosine - margin).clip(0), zeros)
    loss = near + far
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
