import mindspore as ms


def autocast(device_type="cuda", dtype=None, enabled=True):
    """Decorates a function: its matrix products and convolutions run in half precision.

    In dtype, float16 by default, and in PyNative mode only. Where the program runs on the CPU
    nothing is cast. Equals torch.autocast("cuda") up to what mindspore.amp takes for such operators.
    """

    def decorate(function):
        if not enabled or ms.get_context("device_target") == "CPU":
            return function
        return ms.amp.auto_mixed_precision(function, "auto", dtype or ms.float16)

    return decorate
