"""The text of a dtype (MP101): ``str(x.dtype)`` is ``torch.float32`` in torch, ``Float32`` in MindSpore.

repr() gives ``mindspore.float32``, for every dtype that both have (run in MindSpore 2.10.0). What is
only shown stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from mindport.findings.site import Site
from mindport.nodes import calls_of
from mindport.report import Edit, Finding, Fix, Name, Piece
from mindport.symbols.values import UNKNOWN, argument_kind
from mindport.texts import Text

SYMBOL = "torch.Tensor.dtype"
PREFIX, MINDSPORES = "torch.", "mindspore."
BEFORE = f"{PREFIX} {MINDSPORES}"
SPLITS = frozenset({"split", "rsplit", "partition", "rpartition"})
LAST = frozenset({"-1", "1", "2"})
CUTS = frozenset({"replace", "removeprefix"})
MESSAGE = Text(
    "The text of a dtype is Float32 in MindSpore where it is torch.float32 in torch; repr() gives "
    "mindspore.float32.",
    "数据类型的文本在 torch 中为 torch.float32，在 MindSpore 中为 Float32；repr() 给出 mindspore.float32。",
)
TITLE = Text("Take the text that says the same", "改用含义相同的文本")


def dtype_text_findings(site: Site) -> Iterator[Finding]:
    """One finding for each text of a tensor's dtype that is compared or taken apart."""
    tree = site.document.tree
    if tree is None or ".dtype)" not in site.document.text:
        return
    parents = site.parents(tree)
    for call in calls_of(tree, "str"):
        if len(call.args) != 1 or call.keywords:
            continue
        value = site.bindings.values.get(call.args[0], UNKNOWN)
        if argument_kind(value) != "dtype":
            continue
        edits = _compared(site, call, parents) or _taken_apart(site, call, parents)
        if edits:
            fix, span = Fix(TITLE, "safe", edits), site.document.span(call)
            yield Finding("MP101", "warning", SYMBOL, None, "certain", MESSAGE, span, fix)


def _compared(site: Site, call: ast.Call, parents: Mapping[ast.AST, ast.AST]) -> tuple[Edit, ...]:
    """``str(x.dtype) == "torch.float32"`` is ``x.dtype == mindspore.float32``, and ``"float" in
    str(x.dtype)`` asks its repr()."""
    compare, span = parents.get(call), site.document.span
    if not isinstance(compare, ast.Compare) or len(compare.ops) != 1:
        return ()
    operator, other = compare.ops[0], compare.comparators[0]
    other = compare.left if other is call else other
    text = other.value if isinstance(other, ast.Constant) else None
    if isinstance(operator, ast.Eq | ast.NotEq) and (dtype := _dtype(site, text)):
        sign = "==" if isinstance(operator, ast.Eq) else "!="
        pieces = (span(call.args[0]), f" {sign} ", Name(dtype))
        return (Edit(span(compare), pieces),)
    is_part = isinstance(operator, ast.In | ast.NotIn) and other is compare.left
    if is_part and isinstance(text, str) and "." not in text and text not in BEFORE:
        return (Edit(span(call), _repr(site, call)),)
    return (Edit(span(call), _as_torch(site, call)),)


def _taken_apart(
    site: Site, call: ast.Call, parents: Mapping[ast.AST, ast.AST]
) -> tuple[Edit, ...]:
    """``str(x.dtype).split(".")[-1]``, ``.replace("torch.", "")``: what is behind the dot."""
    member, whole = parents.get(call), site.document.span(call)
    around = None if member is None else parents.get(member)
    match member, around:
        case ast.Attribute(attr=name), ast.Call(func=func, args=[ast.Constant(text), *_]) if (
            func is member
        ):
            taken = parents.get(around)
            index = ast.unparse(taken.slice) if isinstance(taken, ast.Subscript) else ""
            if name in SPLITS and text == "." and index in LAST:
                return (Edit(whole, _repr(site, call)),)
            if name in CUTS and text == PREFIX:
                prefix = Edit(site.document.span(around.args[0]), (f'"{MINDSPORES}"',))
                return (Edit(whole, _repr(site, call)), prefix)
        case ast.Attribute(), _:
            pass
        case ast.Subscript(), _ if member.value is call:
            pass
        case _:
            return ()
    return (Edit(whole, _as_torch(site, call)),)


def _dtype(site: Site, text: object) -> str | None:
    """What takes the place of the dtype that a text names."""
    symbol = text if isinstance(text, str) and text.startswith(PREFIX) else None
    known = None if symbol is None else site.api.canonical(symbol)
    entry = None if known is None else site.store.entry(known)
    found = None if entry is None else next(iter(site.candidates(entry)), None)
    return None if found is None else found.api


def _repr(site: Site, call: ast.Call) -> tuple[Piece, ...]:
    return ("repr(", site.document.span(call.args[0]), ")")


def _as_torch(site: Site, call: ast.Call) -> tuple[Piece, ...]:
    """The very text of torch."""
    return (*_repr(site, call), '.replace("mindspore", "torch")')
