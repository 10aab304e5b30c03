"""Members that are asked for by a name in the source (MP101, MP102): ``getattr(x, "std")()`` is ``x.std()``.

Python does the same for both; what the method means is seen, and rewritten, in the second alone. What
may be no tensor is marked as it is: behind a dot nothing would tell any more that it was torch's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.bases import MODULE
from mindport.findings.site import Site
from mindport.nodes import calls_of
from mindport.report import Edit, Finding, Fix, Operand
from mindport.symbols.values import UNKNOWN, ClassInfo, Value
from mindport.texts import Text

TENSOR = "torch.Tensor"
CALLER = "operator.methodcaller"
ASKED = Text(
    "The method is asked for by its name; written as a member it is rewritten.",
    "此处按名称字符串获取方法；写成成员访问后即可改写。",
)
MAYBE = Text(
    "If this value is a tensor or a network, the method that the string names is MindSpore's: write it "
    "as a member, so that it is seen.",
    "若该值是张量或网络，字符串所指的方法将是 MindSpore 的：请写成成员访问，以便识别。",
)
TITLE = Text("Write it as a member", "改为成员访问")


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
        name = _name(call.args[0]) if call.args else ""
        if name and (value is None or value.name == CALLER):
            yield from _maybe(site, call, _symbol(site, UNKNOWN, name))


def _name(node: ast.expr) -> str:
    """What a string names, where it can stand behind a dot."""
    name = node.value if isinstance(node, ast.Constant) else None
    return name if isinstance(name, str) and name.isidentifier() else ""


def _symbol(site: Site, value: Value, name: str) -> str:
    """The method of torch's that a name may mean; empty where it means none that is known."""
    if value.kind == "object" and not (isinstance(value.info, ClassInfo) and value.info.is_module):
        return ""
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
    if value is UNKNOWN:
        around = site.parents(tree).get(call)
        if isinstance(around, ast.Call) and around.func is call:
            yield from _maybe(site, call, _symbol(site, value, name))
    elif symbol := _symbol(site, value, name):
        span = site.document.span(call)
        edit = Edit(span, (Operand(site.document.span(call.args[0])), f".{name}"))
        fix = Fix(TITLE, "safe", (edit,), rearranges=True)
        yield Finding("MP101", "warning", symbol, None, "certain", ASKED, span, fix)


def _maybe(site: Site, call: ast.Call, symbol: str) -> Iterator[Finding]:
    if symbol:
        span = site.document.span(call)
        yield Finding("MP102", "warning", symbol, None, "likely", MAYBE, span)
