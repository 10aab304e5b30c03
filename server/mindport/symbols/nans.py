"""Whether the source shows that a tensor holds NaN: ``torch.tensor([1.0, float("nan")])``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.nodes import find, kept, name_of, walk
from mindport.symbols.assignments import assigned
from mindport.symbols.values import UNKNOWN, Value, is_tensor

# What is behind these holds none any more, or is no number.
WITHOUT = frozenset(
    {"isnan", "isfinite", "isinf", "isclose", "isreal", "nan_to_num", "nan_to_num_", "nanmean", "nansum",
     "nanmedian", "nanquantile", "count_nonzero", "signbit", "equal"}
)  # fmt: skip
# What gets the number that tensors are made of or filled with, unless it is NumPy's.
FILLING = frozenset(
    {"tensor", "as_tensor", "full", "full_like", "new_full", "new_tensor", "fill_", "index_fill",
     "index_fill_", "masked_fill", "masked_fill_", "where"}
)  # fmt: skip
ARRAYS = frozenset({"np", "numpy"})


def shows_nan(node: ast.expr, within: ast.AST) -> bool:
    """Whether NaN is written in an expression, or in what its names are assigned.

    Args:
        within: the function, or module, that ``node`` stands in.
    """
    return kept(within, _writes_nan) and any(map(_is_nan, _made_of(node, within)))


def comes_from_outside(node: ast.expr, within: ast.AST, values: Mapping[ast.expr, Value]) -> bool:
    """Whether the function that ``node`` stands in gets the tensor, or one that it is computed from,
    and does not test it for NaN on the way."""
    if not isinstance(within, ast.FunctionDef):
        return False
    given = {arg.arg for arg in find(within.args, ast.arg)}
    return any(
        isinstance(one, ast.Name) and one.id in given and is_tensor(values.get(one, UNKNOWN))
        for one in _made_of(node, within)
    )


def put_into_tensors(tree: ast.Module) -> ast.expr | None:
    """The first NaN that tensors are filled with: ``torch.full_like(x, float("nan"))``."""
    if not kept(tree, _writes_nan):
        return None
    given = (
        value
        for call in find(tree, ast.Call)
        if name_of(call.func) in FILLING
        and name_of(getattr(call.func, "value", call)) not in ARRAYS
        for value in (*call.args, *(keyword.value for keyword in call.keywords))
    )
    written = (one for value in given for one in walk(value) if isinstance(one, ast.expr))
    return min(filter(_is_nan, written), key=lambda one: (one.lineno, one.col_offset), default=None)


def _made_of(node: ast.expr, within: ast.AST) -> Iterator[ast.expr]:
    """The expression, its parts and what its names are assigned, as far as they may hand NaN on."""
    waiting, seen = [node], set[str]()
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.Compare) or (
            isinstance(one, ast.Call) and name_of(one.func) in WITHOUT
        ):
            continue
        yield one
        if isinstance(one, ast.Name):
            if one.id not in seen:
                seen.add(one.id)
                waiting += [*(assigned(one.id, within) or []), *_put_into(one.id, within)]
        elif isinstance(one, ast.Subscript):
            waiting.append(one.value)
        elif not _is_nan(one):
            waiting += [child for child in ast.iter_child_nodes(one) if isinstance(child, ast.expr)]
            waiting += [keyword.value for keyword in getattr(one, "keywords", ())]


def _writes_nan(within: ast.AST) -> bool:
    return any(isinstance(node, ast.expr) and _is_nan(node) for node in walk(within))


def _is_nan(node: ast.expr) -> bool:
    """``float("nan")``, ``math.nan``, ``torch.nan``, ``np.nan``."""
    match node:
        case ast.Attribute(attr="nan" | "NaN" | "NAN"):
            return True
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
            return text.strip().lower() in ("nan", "-nan", "+nan")
    return False


def _put_into(name: str, within: ast.AST) -> list[ast.expr]:
    """What is assigned to parts of it: ``x[0] = float("nan")``."""
    return [
        node.value
        for node in find(within, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Name)
        and target.value.id == name
    ]
