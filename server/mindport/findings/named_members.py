"""Members that are asked for by a name in the source (MP101): ``getattr(x, "std")()`` is ``x.std()``.

Python does the same for both; what the method means is seen, and rewritten, in the second alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.bases import MODULE
from mindport.findings.site import Site
from mindport.nodes import calls_of, find
from mindport.report import Edit, Finding, Fix, Operand, Piece, Severity
from mindport.symbols.values import UNKNOWN, Value
from mindport.texts import Text

TENSOR = "torch.Tensor"
CALLER = "operator.methodcaller"
ASKED = Text(
    "The method is asked for by its name; written as a member it is rewritten.",
    "此处按名称字符串获取方法；写成成员访问后即可改写。",
)
MEMBER = Text("Write it as a member", "改为成员访问")
CALLED = Text(
    "methodcaller calls the method by its name; written as a function it is rewritten.",
    "methodcaller 按名称字符串调用方法；写成函数后即可改写。",
)
LAMBDA = Text("Write it as a lambda", "改为 lambda")


def named_member_findings(site: Site) -> Iterator[Finding]:
    """One finding for each method of tensors or modules that a string names."""
    tree = site.document.tree
    if tree is None or not site.bindings.has_torch:
        return
    for call in calls_of(tree, "getattr"):
        if len(call.args) == 2 and not call.keywords and (name := _name(call.args[1])):
            yield from _asked(site, call, name, tree)
    for call in calls_of(tree, "methodcaller"):
        value = site.bindings.values.get(call.func)
        if value is not None and value.name != CALLER:
            continue
        if call.args and (name := _name(call.args[0])) and (symbol := _symbol(site, UNKNOWN, name)):
            yield _caller(site, call, symbol, name, tree)


def _name(node: ast.expr) -> str:
    """What a string names, where it can stand behind a dot."""
    name = node.value if isinstance(node, ast.Constant) else None
    return name if isinstance(name, str) and name.isidentifier() else ""


def _symbol(site: Site, value: Value, name: str) -> str:
    """The method of torch's that a name may mean; empty where it means none that is known."""
    classes = {"unknown": (TENSOR, MODULE), "instance": (value.name,), "object": (MODULE,)}
    for cls in classes.get(value.kind, ()):
        symbol = site.api.canonical(f"{cls}.{name}")
        if symbol is None or site.api.kind(symbol) not in ("method", "property"):
            continue
        if symbol.startswith("torch.") and site.store.entry(symbol) is not None:
            return symbol
    return ""


def _asked(site: Site, call: ast.Call, name: str, tree: ast.Module) -> Iterator[Finding]:
    """``getattr(x, "std")``, of what is not seen only where it is called at once."""
    value = site.bindings.values.get(call.args[0], UNKNOWN)
    around = site.parents(tree).get(call)
    is_called = isinstance(around, ast.Call) and around.func is call
    symbol = _symbol(site, value, name) if is_called or value is not UNKNOWN else ""
    if not symbol:
        return
    edit = Edit(site.document.span(call), (Operand(site.document.span(call.args[0])), f".{name}"))
    fix = Fix(MEMBER, "safe", (edit,), rearranges=True)
    span = site.document.span(call)
    yield Finding("MP101", "warning", symbol, None, "certain", ASKED, span, fix)


def _caller(site: Site, call: ast.Call, symbol: str, name: str, tree: ast.Module) -> Finding:
    """``methodcaller("std", 1)`` as ``lambda x: x.std(1)``."""
    document, rest = site.document, [*call.args[1:], *call.keywords]
    pieces: list[Piece] = [f"lambda x: x.{name}("]
    for index, one in enumerate(rest):
        pieces += [", " if index else "", document.span(one)]
    pieces.append(")")
    around = site.parents(tree).get(call)
    if not (isinstance(around, ast.Call) and call in around.args):
        pieces = ["(", *pieces, ")"]
    fix = Fix(LAMBDA, "safe", (Edit(document.span(call), tuple(pieces)),), rearranges=True)
    taken = any(n.id == "x" for one in rest for n in find(one, ast.Name))
    makes = any(isinstance(n, ast.Call) for one in rest for n in ast.walk(one))
    span = document.span(call)
    kept = None if taken or makes else fix
    severity: Severity = "warning" if kept else "error"
    return Finding("MP101", severity, symbol, None, "likely", CALLED, span, kept)
