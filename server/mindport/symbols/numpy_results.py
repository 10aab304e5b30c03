"""What NumPy's functions give: arrays, several of them, what Python itself has, or torch's tensors.

A torch tensor takes back what many of NumPy's functions make of it (``__array_wrap__``), so that
``np.sqrt(tensor)`` is a tensor. Which do was seen by calling all of numpy 1.26 with torch 2.13.0.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.symbols.values import NUMPY, OTHER, Value, is_tensor, is_torch_tensor

ARRAYS = Value("sequence", items=(NUMPY,))
# What indexes several axes at once, as np.where(mask) gives it.
PLACES = Value("sequence", "tuple", items=(NUMPY,))
GIVE_PLACES = frozenset(
    {"diag_indices", "diag_indices_from", "ix_", "mask_indices", "nonzero", "tril_indices",
     "tril_indices_from", "triu_indices", "triu_indices_from", "unravel_index", "where"}
)  # fmt: skip
# Functions of NumPy's that give a list or a tuple of arrays.
SEVERAL = frozenset(
    {"array_split", "atleast_1d", "broadcast_arrays", "diag_indices", "diag_indices_from", "divmod",
     "dsplit", "frexp", "gradient", "histogram", "histogram2d", "histogramdd", "hsplit", "indices",
     "ix_", "mask_indices", "meshgrid", "modf", "nonzero", "split", "tril_indices",
     "tril_indices_from", "triu_indices", "triu_indices_from", "unravel_index", "vsplit"}
)  # fmt: skip
# Functions of NumPy's that give what Python itself has.
PLAIN = frozenset(
    {"allclose", "array_equal", "array_equiv", "can_cast", "dtype", "errstate", "finfo", "iinfo",
     "iscomplexobj", "isrealobj", "isscalar", "issubdtype", "iterable", "may_share_memory", "ndim",
     "shape", "shares_memory", "size"}
)  # fmt: skip
# Those of numpy.random whose arguments are sizes.
SIZED = frozenset({"rand", "randn", "random", "random_sample", "ranf", "sample", "standard_normal"})

# What draws random numbers, by what makes it; its methods are called as numpy.random's functions are.
GENERATORS = {
    "numpy.random.default_rng": "numpy.random.Generator",
    "numpy.random.Generator": "numpy.random.Generator",
    "numpy.random.RandomState": "numpy.random.RandomState",
}
DRAWING = frozenset({"numpy.random", *GENERATORS.values()})
# Those that give numbers of NumPy's also where they are asked for one.
NEVER_PLAIN = frozenset({"choice", "integers", "permutation", "permuted"})
# Methods of arrays that give arrays, or numbers of NumPy's.
OF_ARRAYS = frozenset(
    {"argmax", "argmin", "argsort", "astype", "clip", "copy", "cumsum", "flatten", "max", "mean",
     "min", "ravel", "repeat", "reshape", "round", "squeeze", "sum", "take", "transpose"}
)  # fmt: skip

# Comparisons and tests: of a torch tensor they make one of uint8.
TRUTHS = frozenset(
    {"equal", "greater", "greater_equal", "isfinite", "isinf", "isnan", "isneginf", "isposinf",
     "less", "less_equal", "logical_and", "logical_not", "logical_or", "logical_xor", "not_equal",
     "signbit"}
)  # fmt: skip
# Functions that give a torch tensor when one of their first two arguments is one,
OF_EITHER = frozenset(
    {"add", "arctan2", "copysign", "divide", "equal", "float_power", "floor_divide", "fmax", "fmin",
     "fmod", "greater", "greater_equal", "heaviside", "hypot", "ldexp", "less", "less_equal",
     "logaddexp", "logaddexp2", "logical_and", "logical_or", "logical_xor", "maximum", "minimum",
     "mod", "multiply", "nextafter", "not_equal", "power", "remainder", "subtract", "true_divide"}
)  # fmt: skip
# or when the first one is.
OF_FIRST = frozenset(
    {"abs", "absolute", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "argmax",
     "argmin", "argpartition", "argsort", "around", "cbrt", "ceil", "clip", "conj", "conjugate",
     "cos", "cosh", "cumprod", "cumsum", "deg2rad", "degrees", "delete", "diagflat", "exp", "exp2",
     "expm1", "fabs", "floor", "insert", "isfinite", "isinf", "isnan", "isneginf", "isposinf",
     "log", "log10", "log1p", "log2", "logical_not", "negative", "positive", "rad2deg", "radians",
     "reciprocal", "repeat", "rint", "round", "sign", "signbit", "sin", "sinh", "spacing", "sqrt",
     "square", "take", "tan", "tanh", "trunc"}
)  # fmt: skip
# Functions that ask the tensor itself: MindSpore's gives one, too.
OF_ITSELF = frozenset(
    {"argwhere", "diff", "nonzero", "rollaxis", "squeeze", "swapaxes", "transpose"}
)  # fmt: skip


def numpy_result(name: str, call: ast.Call, arguments: Sequence[Value]) -> Value:
    """The value of a call of NumPy's ``name``; numbers of NumPy's count as arrays.

    Args:
        arguments: the values of the arguments without a name, as far as they are known.
    """
    if name in GENERATORS:
        return Value("foreign", GENERATORS[name])
    if _gives_plain(name, call):
        return OTHER
    tensor = tensor_kept(name, call, arguments)
    if tensor is None and name.removeprefix("numpy.") in OF_ITSELF and arguments:
        tensor = arguments[0] if is_tensor(arguments[0]) else None
    if tensor is not None:
        return tensor
    if not _gives_several(name, call):
        return NUMPY
    return PLACES if name.removeprefix("numpy.") in GIVE_PLACES else ARRAYS


def array_method(name: str) -> Value:
    """The method of an array, as ``numpy_result`` takes it."""
    return Value("foreign", f"numpy.ndarray.{name}") if name in OF_ARRAYS else OTHER


def tensor_kept(name: str, call: ast.Call, arguments: Sequence[Value]) -> Value | None:
    """The torch tensor that takes back what NumPy's ``name`` makes of it; None without one."""
    module, _, function = name.rpartition(".")
    if module != "numpy" or any(keyword.arg in (None, "out") for keyword in call.keywords):
        return None
    taken = 2 if function in OF_EITHER else 1 if function in OF_FIRST else 0
    given = arguments[: min(taken, len(call.args))]
    return next((value for value in given if is_torch_tensor(value)), None)


def _gives_plain(name: str, call: ast.Call) -> bool:
    """Whether the function of NumPy's gives a number of Python's, or nothing to count with."""
    module, _, function = name.rpartition(".")
    if module not in DRAWING:
        return function in PLAIN
    if function in NEVER_PLAIN:
        return False
    if any(keyword.arg == "size" for keyword in call.keywords):
        return False
    return not call.args if function in SIZED else len(call.args) < 3


def _gives_several(name: str, call: ast.Call) -> bool:
    """Whether the function of NumPy's gives a list or a tuple of arrays."""
    function = name.rpartition(".")[2]
    if function == "where":
        return len(call.args) == 1
    if function == "unique":
        return any((keyword.arg or "").startswith("return_") for keyword in call.keywords)
    return function in SEVERAL
