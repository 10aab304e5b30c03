"""``x.device`` beside other things in a tuple (MP411): graph mode leaves all of them to Python.

``self.weight.device`` (MP402): a Parameter has no device there, its value has.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.first_parameters import first_parameters
from mindport.findings.graph.parameter_data import is_parameter
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import start_of
from mindport.nodes import attribute_of_self, name_of, walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text

BESIDE = Text(
    "Graph mode leaves a tuple, list or dict that holds a tensor's device to Python beside the "
    "graph: what counts with its other items gets no gradient. Take the device by itself.",
    "元组、列表或字典中若含有张量的 device，静态图模式会将其整体交给 Python 在计算图之外处理：使用其中其他项的计算得不到梯度。请单独取得 device。",
)
OF_A_PARAMETER = Text(
    "Graph mode has no device of a Parameter; its value has one: write p.value().device.",
    "静态图模式下 Parameter 没有 device，其值才有：请写成 p.value().device。",
)
OF_ITS_VALUE = Text("Ask the parameter's value", "改为查询参数的值")
LOAD = ast.Load()
TITLE = Text("Take the device in a statement of its own", "单独一条语句取得 device")


def device_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a device."""
    for function in code.functions:
        names = set(_names(code, function))
        left_out = set(_left_out(function))
        for node in function.nodes:
            for item in _items(node) if isinstance(getattr(node, "ctx", LOAD), ast.Load) else ():
                if is_a_device(code, function, item) or getattr(item, "id", "") in names:
                    yield told(site, "MP411", item, BESIDE, _fix(site, function, item))
            if isinstance(node, ast.Attribute) and _is_of_a_parameter(function, node):
                if node in left_out:
                    continue
                end = site.document.span(node.value).end
                edits = (Edit(Span(end, end), (".value()",)),)
                fix = Fix(OF_ITS_VALUE, "safe", edits)
                yield told(site, "MP402", node, OF_A_PARAMETER, fix)


def _left_out(function: Function) -> Iterator[ast.expr]:
    """What says where a tensor is made or moved to: ``device=p.device``, ``x.to(p.device)``. MindSpore's
    text has none of these."""
    for node in function.nodes:
        if isinstance(node, ast.keyword) and node.arg == "device":
            yield node.value
        elif isinstance(node, ast.Call) and name_of(node.func) == "to":
            yield from node.args


def _names(code: Compiled, function: Function) -> Iterator[str]:
    """The names that a statement gives to a device: ``device = x.device``."""
    for node in function.nodes:
        if isinstance(node, ast.Assign) and is_a_device(code, function, node.value):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _items(node: ast.AST) -> Sequence[ast.expr]:
    """The items of a literal with several."""
    if isinstance(node, ast.Tuple | ast.List):
        return node.elts if len(node.elts) > 1 else ()
    return node.values if isinstance(node, ast.Dict) and len(node.values) > 1 else ()


def is_a_device(code: Compiled, function: Function, node: ast.expr) -> bool:
    """``x.device``; ``self.device`` where it is a property, not what the constructor put there."""
    if not isinstance(node, ast.Attribute) or node.attr != "device" or code.dotted(node):
        return False
    if function.owner is None or attribute_of_self(node) is None:
        return True
    body = [] if function.owner.node is None else function.owner.node.body
    return any(_is_property(one) and one.name == node.attr for one in body)


def _is_property(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else ()
    return any(name_of(one) == "property" for one in decorators)


def _is_of_a_parameter(function: Function, node: ast.Attribute) -> bool:
    """``self.fc.weight.device``, ``self.first_parameter.device``."""
    owner = None if function.owner is None else function.owner.node
    if node.attr != "device" or owner is None:
        return False
    first = attribute_of_self(node.value) in first_parameters(owner)
    return first or is_parameter(function, node.value)


def _fix(site: Site, function: Function, device: ast.expr) -> Fix | None:
    """``device = x.device`` above ``b, n = x.shape`` for ``b, n, device = *x.shape, x.device``."""
    if not isinstance(device, ast.Attribute):
        return None
    statement = next((one for one in function.nodes if _holds(one, device)), None)
    if statement is None:
        return None
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return None
    name = _name_of(target, value, device)
    others = [one for one in value.elts if one is not device]
    if not isinstance(name, ast.Name) or not isinstance(device.value, ast.Name):
        return None
    if device.value.id == name.id or _reads(others, name.id):
        return None
    document = site.document
    start = start_of(document, statement)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    spread = others[0] if len(others) == 1 and isinstance(others[0], ast.Starred) else None
    if blanks.strip() or (spread is not None and len(target.elts) == 2):
        return None
    above = (f"{name.id} = ", document.span(device), document.newline, blanks)
    edits = [Edit(Span(start, start), above)]
    edits += [_without(site, name, target.elts), _without(site, device, value.elts)]
    if spread is not None:
        at = document.span(spread).start
        edits.append(Edit(Span(at, at + 1), ("",)))
    return Fix(TITLE, "safe", tuple(edits))


def _holds(node: ast.AST, device: ast.expr) -> TypeGuard[ast.Assign]:
    """Whether this assigns a tuple that has the device among its items."""
    if not isinstance(node, ast.Assign) or len(node.targets) > 1:
        return False
    return isinstance(node.value, ast.Tuple) and any(one is device for one in node.value.elts)


def _name_of(target: ast.Tuple, value: ast.Tuple, item: ast.expr) -> ast.expr | None:
    """What gets an item, counted from the side on which there is no star."""
    place = value.elts.index(item)
    behind = len(value.elts) - place
    if len(target.elts) < 2 or len(value.elts) < 2:
        return None
    if not _stars(value.elts[:place]) and not _stars(target.elts[: place + 1]):
        return target.elts[place] if place < len(target.elts) else None
    if not _stars(value.elts[place:]) and not _stars(target.elts[-behind:]):
        return target.elts[-behind] if behind <= len(target.elts) else None
    return None


def _stars(nodes: Sequence[ast.expr]) -> bool:
    return any(isinstance(one, ast.Starred) for one in nodes)


def _without(site: Site, item: ast.expr, items: Sequence[ast.expr]) -> Edit:
    """One of several items taken away, with its comma."""
    spans = [site.document.span(one) for one in items]
    place = items.index(item)
    if place + 1 < len(items):
        return Edit(Span(spans[place].start, spans[place + 1].start), ("",))
    return Edit(Span(spans[place - 1].end, spans[place].end), ("",))


def _reads(nodes: Sequence[ast.expr], name: str) -> bool:
    inner = [one for node in nodes for one in walk(node)]
    return any(isinstance(one, ast.Name) and one.id == name for one in inner)
