"""What NumPy's functions give: arrays, several of them, or what Python itself has."""

from __future__ import annotations

import ast

from mindport.symbols.values import NUMPY, OTHER, Value

ARRAYS = Value("sequence", items=(NUMPY,))
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


def numpy_result(name: str, call: ast.Call) -> Value:
    """The value of a call of NumPy's ``name``; numbers of NumPy's count as arrays."""
    if _gives_plain(name, call):
        return OTHER
    return ARRAYS if _gives_several(name, call) else NUMPY


def _gives_plain(name: str, call: ast.Call) -> bool:
    """Whether the function of NumPy's gives a number of Python's, or nothing to count with."""
    module, _, function = name.rpartition(".")
    if module != "numpy.random":
        return function in PLAIN
    if function in ("choice", "permutation"):
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
