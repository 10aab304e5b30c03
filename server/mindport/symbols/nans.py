"""Whether the source shows that a tensor holds NaN: ``torch.tensor([1.0, float("nan")])``."""

from __future__ import annotations

import ast

from mindport.nodes import find, kept, name_of, walk
from mindport.symbols.dtypes import assigned

# What is behind these holds none any more, or is no number.
WITHOUT = frozenset(
    {"isnan", "isfinite", "isinf", "isclose", "isreal", "nan_to_num", "nan_to_num_", "nanmean", "nansum",
     "nanmedian", "nanquantile", "count_nonzero", "signbit", "equal"}
)  # fmt: skip


def shows_nan(node: ast.expr, within: ast.AST) -> bool:
    """Whether NaN is written in an expression, or in what its names are assigned.

    Args:
        within: the function, or module, that ``node`` stands in.
    """
    if not kept(within, _writes_nan):
        return False
    waiting, seen = [node], set[str]()
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.Compare) or (
            isinstance(one, ast.Call) and name_of(one.func) in WITHOUT
        ):
            continue
        if _is_nan(one):
            return True
        if isinstance(one, ast.Name):
            if one.id not in seen:
                seen.add(one.id)
                waiting += [*(assigned(one.id, within) or []), *_put_into(one.id, within)]
        elif isinstance(one, ast.Subscript):
            waiting.append(one.value)
        else:
            waiting += [child for child in ast.iter_child_nodes(one) if isinstance(child, ast.expr)]
            waiting += [keyword.value for keyword in getattr(one, "keywords", ())]
    return False


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
