"""What an annotation says of a value, strings included."""

from __future__ import annotations

import ast

from mindport.symbols.expressions import evaluate_in
from mindport.symbols.results import MAPPINGS, SEQUENCES, mindspore_result
from mindport.symbols.values import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    NUMPY,
    OTHER,
    STR,
    UNKNOWN,
    ClassInfo,
    Value,
    instance,
)
from mindport.symbols.walk import Walk, lookup

BUILTIN_TYPES = {"int": INT, "float": FLOAT, "bool": BOOL, "str": STR, "None": NONE, "bytes": OTHER,
                 "dict": Value("mapping"), "list": Value("sequence"), "tuple": Value("sequence"),
                 "object": OTHER, "complex": OTHER}  # fmt: skip


def annotated(walk: Walk, node: ast.expr, record: bool = True) -> Value:
    """The value that something with this annotation has; records the torch symbols in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        inner = _parse_string(node)
        return UNKNOWN if inner is None else annotated(walk, inner, record)
    noted = len(walk.uses)
    evaluate_in(walk, node, "annotation")
    for string in () if isinstance(node, ast.Name | ast.Attribute) else ast.walk(node):
        if isinstance(string, ast.Constant) and isinstance(string.value, str):
            inner = _parse_string(string)
            if inner is not None and not _in_literal(node, string):
                evaluate_in(walk, inner, "annotation")
    if not record:
        del walk.uses[noted:]
    return _meaning(walk, node)


def _meaning(walk: Walk, node: ast.expr) -> Value:
    noted = len(walk.uses)
    value = _meaning_of(walk, node)
    del walk.uses[noted:]
    return value


def _meaning_of(walk: Walk, node: ast.expr) -> Value:
    if isinstance(node, ast.Constant):
        if node.value is None:
            return NONE
        inner = _parse_string(node) if isinstance(node.value, str) else None
        return UNKNOWN if inner is None else _meaning_of(walk, inner)
    if isinstance(node, ast.Subscript):
        return _generic(walk, node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = [_meaning_of(walk, side) for side in (node.left, node.right)]
        known = [side for side in sides if side is not NONE]
        return known[0] if len(known) == 1 else UNKNOWN
    if isinstance(node, ast.Name) and lookup(walk, node.id) is None:
        return BUILTIN_TYPES.get(node.id, UNKNOWN)
    if not isinstance(node, ast.Name | ast.Attribute):
        return UNKNOWN
    value = evaluate_in(walk, node, "annotation")
    if value.kind == "torch":
        if value.name.endswith("Tensor"):
            return instance("torch.Tensor")
        return instance(value.name) if walk.api.kind(value.name) == "class" else UNKNOWN
    if value.kind == "class" and isinstance(value.info, ClassInfo):
        return Value("object", value.name, info=value.info)
    if value.kind == "mindspore" and value.name.endswith((".Tensor", ".Parameter")):
        return mindspore_result(value.name)
    if value.kind == "foreign" and not value.name.startswith(("typing", "collections")):
        return NUMPY if value.name.startswith("numpy.") else OTHER
    return UNKNOWN


def _generic(walk: Walk, node: ast.Subscript) -> Value:
    base = (
        node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
    )
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if base in ("Optional", "Final", "Annotated", "ClassVar"):
        return _meaning_of(walk, items[0])
    if base == "Union":
        known = [v for v in (_meaning_of(walk, item) for item in items) if v is not NONE]
        return known[0] if len(known) == 1 else UNKNOWN
    if base in ("Tuple", "tuple"):
        if len(items) == 2 and isinstance(items[1], ast.Constant) and items[1].value is ...:
            return Value("sequence", items=(_meaning_of(walk, items[0]),))
        return Value("tuple", items=tuple(_meaning_of(walk, item) for item in items))
    if base in SEQUENCES:
        return Value("sequence", items=(_meaning_of(walk, items[0]),))
    if base in MAPPINGS:
        return Value("mapping", items=(_meaning_of(walk, items[-1]),))
    return UNKNOWN


def _in_literal(root: ast.expr, string: ast.Constant) -> bool:
    """Whether a string stands in ``Literal[...]``, where it is no type."""
    return any(
        isinstance(node, ast.Subscript)
        and ast.unparse(node.value).endswith("Literal")
        and any(child is string for child in ast.walk(node.slice))
        for node in ast.walk(root)
    )


def _parse_string(node: ast.Constant) -> ast.expr | None:
    """The expression in a string annotation, its places set to where the file has them.

    Only for strings whose content stands in the file as it is: one line, no escapes.
    """
    text = str(node.value)
    if node.lineno != node.end_lineno:
        return None
    quotes = (node.end_col_offset or 0) - node.col_offset - len(text.encode())
    if quotes != 2:
        return None
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    for child in ast.walk(tree):
        if isinstance(child, ast.expr):
            child.lineno = child.end_lineno = node.lineno
            child.col_offset += node.col_offset + 1
            child.end_col_offset = (child.end_col_offset or 0) + node.col_offset + 1
    return tree
