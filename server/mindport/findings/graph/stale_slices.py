"""Slices of a Parameter behind a change of it in the same graph (MP404).

With MindSpore 2.10.0 such a slice has the values from before the change, where the Parameter was read
before it; the whole Parameter, an item of it and a copy have the new ones.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.state import ASSIGNS, in_place
from mindport.findings.graph.telling import method_call, told
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, name_of, targets, walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

STALE = Text(
    "Graph mode takes this slice of a Parameter as it was before its change in the same call; take it "
    "of a copy: self.{0}.copy().",
    "静态图模式对该 Parameter 的切片取到的是同一次调用中修改之前的值；请对副本取切片：self.{0}.copy()。",
)
TITLE = Text("Take the slice of a copy", "对副本取切片")


def slice_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a slice that may stand behind a change."""
    for info in site.bindings.classes:
        functions = [one for one in code.functions if one.owner is info]
        for name in _parameters(info.node) if info.node is not None and functions else ():
            changing = _reaching(functions, [one for one in functions if _changes(one, name)])
            for function in functions if changing else ():
                for read in _slices(function, name):
                    if _is_behind(function, read, name, changing, functions):
                        span = site.document.span(read.value)
                        fix = Fix(TITLE, "safe", (Edit(span, (span, ".copy()")),))
                        yield told(site, "MP404", read, filled(STALE, name), fix)


def _parameters(cls: ast.ClassDef) -> set[str]:
    """What a class keeps in Parameters."""
    return {
        own
        for node in find(cls, ast.Assign)
        if isinstance(node.value, ast.Call) and name_of(node.value.func) == "Parameter"
        for target in targets(node)
        if (own := attribute_of_self(target)) is not None
    }


def _changes(function: Function, name: str) -> list[ast.Call]:
    """``ops.assign(self.mean, x)``, ``self.mean.copy_(x)``, ``self.mean.data.add_(x)``."""
    found = []
    for node in function.nodes:
        receiver, method = method_call(node) or (node, "")
        if method in ASSIGNS and isinstance(node, ast.Call) and node.args:
            receiver = node.args[0]
        elif not in_place(method):
            continue
        if getattr(receiver, "attr", "") == "data":
            receiver = receiver.value  # type: ignore[attr-defined]
        if attribute_of_self(receiver) == name and isinstance(node, ast.Call):
            found.append(node)
    return found


def _reaching(functions: Sequence[Function], found: list[Function]) -> list[Function]:
    """Those functions, and all of the class that call one of them."""
    for one in found:  # grows while it is read
        found += [f for f in functions if f not in found and _calls(f, one)]
    return found


def _calls(function: Function, method: Function) -> list[ast.Call]:
    """``self.method(...)``."""
    calls = (node for node in function.nodes if isinstance(node, ast.Call))
    return [call for call in calls if attribute_of_self(call.func) == method.node.name]


def _slices(function: Function, name: str) -> Iterator[ast.Subscript]:
    """``self.mean[:n]``, ``self.mean[:, 0]``; not ``self.mean[0]``."""
    for node in function.nodes:
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            parts = walk(node.slice)
            sliced = any(isinstance(one, ast.Slice | ast.Tuple) for one in parts)
            sliced = sliced or any(getattr(one, "value", None) is ... for one in parts)
            if sliced and attribute_of_self(node.value) == name:
                yield node


def _is_behind(
    function: Function,
    read: ast.expr,
    name: str,
    changing: Sequence[Function],
    functions: Sequence[Function],
    seen: tuple[Function, ...] = (),
) -> bool:
    """Whether a change of the Parameter may come before, in this function or where it is called."""
    before = [call for one in changing for call in _calls(function, one) if read is not call]
    before += _changes(function, name)
    loops = [walk(node) for node in function.nodes if isinstance(node, ast.For | ast.While)]
    if any(
        call.lineno < read.lineno or any(call in loop and read in loop for loop in loops)
        for call in before
    ):
        return True
    return any(
        _is_behind(caller, call, name, changing, functions, (*seen, function))
        for caller in functions
        if caller is not function and caller not in seen
        for call in _calls(caller, function)
    )
