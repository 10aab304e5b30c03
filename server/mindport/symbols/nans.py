"""Whether the source shows that a tensor holds NaN: ``torch.tensor([1.0, float("nan")])``."""

from __future__ import annotations

import ast

from mindport.nodes import find, name_of
from mindport.symbols.dtypes import assigned

MAX_DEPTH = 6
# What is behind these holds none any more, or is no number.
WITHOUT = frozenset(
    {"isnan", "isfinite", "isinf", "isclose", "isreal", "nan_to_num", "nan_to_num_", "nanmean", "nansum",
     "nanmedian", "nanquantile", "count_nonzero", "signbit", "equal"}
)  # fmt: skip


def shows_nan(node: ast.expr, within: ast.AST, depth: int = 0) -> bool:
    """Whether NaN is written in an expression, or in what its names are assigned.

    Args:
        within: the function, or module, that ``node`` stands in.
    """
    if depth > MAX_DEPTH:
        return False
    if isinstance(node, ast.Compare) or (
        isinstance(node, ast.Call) and name_of(node.func) in WITHOUT
    ):
        return False
    if _is_nan(node):
        return True
    if isinstance(node, ast.Name):
        values = [*(assigned(node.id, within) or []), *_put_into(node.id, within)]
        return any(shows_nan(value, within, depth + 1) for value in values)
    if isinstance(node, ast.Subscript):
        return shows_nan(node.value, within, depth)
    children = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    children += [keyword.value for keyword in getattr(node, "keywords", ())]
    return any(shows_nan(child, within, depth) for child in children)


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
