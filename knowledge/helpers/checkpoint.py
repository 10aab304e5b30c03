import functools

import mindspore as ms
from mindspore import nn


def checkpoint(
    function,
    *args,
    use_reentrant=None,
    context_fn=None,
    determinism_check="default",
    debug=False,
    early_stop=True,
    preserve_rng_state=True,
    **kwargs,
):
    """What function gives; the backward pass computes it again, so that less is kept in memory.

    Equals torch.utils.checkpoint.checkpoint. mindspore.recompute draws dropout anew in its second
    pass: where a Cell that function holds may drop or draw something, it is called as it is, and so
    it is before MindSpore 2.9.
    """

    def cells(part):
        if isinstance(part, nn.Cell):
            return [part]
        if isinstance(part, (list, tuple)):
            return [cell for item in part for cell in cells(item)]
        if isinstance(part, functools.partial):
            return cells([part.func, *part.args])
        if not callable(part):
            return []
        code = getattr(part, "__code__", None)
        named = [part.__globals__.get(name) for name in code.co_names] if code else []
        held = [cell.cell_contents for cell in getattr(part, "__closure__", None) or ()]
        held += [getattr(part, "__self__", None), *named]
        return [cell for cell in held if isinstance(cell, nn.Cell)]

    def drops(cell):
        named = "drop" in type(cell).__name__.lower()
        rates = [
            value
            for name, value in vars(cell).items()
            if ("drop" in name.lower() or (named and name in ("p", "rate")))
            and isinstance(value, float)
        ]
        return cell.training and (any(rate > 0 for rate in rates) or draws(cell))

    def draws(cell):
        methods = [
            method
            for cls in type(cell).__mro__
            if not cls.__module__.startswith("mindspore.")
            for name, method in vars(cls).items()
            if name != "__init__" and hasattr(method, "__code__")
        ]
        called = {name for method in methods for name in method.__code__.co_names}
        return any(
            word in name.lower() and not isinstance(getattr(cell, name, None), (nn.Cell, float))
            for name in called
            for word in ("drop", "rand", "bernoulli", "gumbel")
        )

    inner = [cell for outer in cells([function, *args]) for _, cell in outer.cells_and_names()]
    version = ms.__version__
    is_old = tuple(map(int, version.split(".")[:2])) < (2, 9)
    if is_old or any(map(drops, inner)):
        return function(*args, **kwargs)
    # Stopping early fails where the last layer is a norm.
    return ms.recompute(function, *args, use_reentrant=False, early_stop=False, **kwargs)
