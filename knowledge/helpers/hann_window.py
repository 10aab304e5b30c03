import mindspore as ms
from mindspore import ops


def hann_window(
    window_length,
    periodic=True,
    *,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
) -> ms.Tensor:
    """A Hann window of shape (window_length,), periodic or symmetric.

    Takes what torch.hann_window takes, wherever it is called; the target's device is MindSpore's.
    """
    if requires_grad:
        raise NotImplementedError("hann_window takes no requires_grad")
    return ops.hann_window(window_length, periodic, dtype=dtype or ms.float32)
