import contextlib

import mindspore


def set_deterministic(mode):
    """Switch on results that are the same in each run; what is on stays on.

    Equals torch.use_deterministic_algorithms and torch.backends.cudnn.deterministic in what is
    computed. mindspore.set_deterministic raises where the program called it before.
    """
    if mode:
        with contextlib.suppress(RuntimeError):
            mindspore.set_deterministic(True)
