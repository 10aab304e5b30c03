"""Functions that map() is given: graph mode maps none that takes names from around it (MP402)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import free_name
from mindport.nodes import walk
from mindport.report import Edit, Finding, Fix
from mindport.texts import Text, filled

CLOSURE = Text(
    "Graph mode maps no function that takes names from around it, {0} here; write a list "
    "comprehension.",
    "静态图模式的 map 不支持使用外部名称的函数（此处为 {0}），请改用列表推导式。",
)
TITLE = Text("Replace with a list comprehension", "替换为列表推导式")
HEAD = re.compile(r"(?:list\(\s*)?map\(\s*lambda\s+\w+\s*:\s*")
COMMA = re.compile(r"\s*,\s*")
END = re.compile(r"\s*,?\s*\)(?:\s*,?\s*\))?")


def mapped_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a call of ``map``."""
    for function in code.functions:
        listed = dict(_listed(function))
        for node in function.nodes:
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "map" and node.args:
                free = sorted(_free(node.args[0], function, code))
                if free:
                    names = ", ".join(free)
                    message = filled(CLOSURE, names)
                    fix = _comprehension(site, node, listed[node]) if node in listed else None
                    yield told(site, "MP402", node, message, fix)


def _listed(function: Function) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is unpacked, summed up, gone over or made a list or a tuple, and what a list can stand
    for: itself, or ``list(...)`` around it."""
    for node in function.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[-1], ast.Tuple | ast.List):
            yield node.value, node.value
        elif isinstance(node, ast.For):
            yield node.iter, node.iter
        elif isinstance(node, ast.Starred):
            yield node.value, node.value
        elif isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            name = getattr(node.func, "id", "")
            if name in ("list", "tuple", "sum"):
                yield node.args[0], node if name == "list" else node.args[0]


def _comprehension(site: Site, node: ast.Call, outer: ast.expr) -> Fix | None:
    """``[f(t) for t in items]`` for ``outer``: ``map(lambda t: f(t), items)``, which is unpacked or
    made a tuple there, or a list of it."""
    if len(node.args) != 2:
        return None
    mapped, items = node.args[0], node.args[1]
    if isinstance(mapped, ast.Name):
        return _by_name(site, mapped, items, outer)
    if not isinstance(mapped, ast.Lambda):
        return None
    plain = (ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Call, ast.Subscript)
    inner = (ast.Lambda, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
    if not isinstance(items, plain) or any(isinstance(n, inner) for n in walk(mapped.body)):
        return None
    whole, body, given = (site.document.span(one) for one in (outer, mapped.body, items))
    text = site.document.text
    head, comma = Span(whole.start, body.start), Span(body.end, given.start)
    end = Span(given.end, whole.end)
    gaps = ((HEAD, head), (COMMA, comma), (END, end))
    if not all(form.fullmatch(text[gap.start : gap.end]) for form, gap in gaps):
        return None
    name = mapped.args.args[0].arg
    pieces = ((head, "["), (comma, f" for {name} in "), (end, "]"))
    return Fix(TITLE, "safe", tuple(Edit(gap, (piece,)) for gap, piece in pieces))


def _by_name(site: Site, mapped: ast.Name, items: ast.expr, outer: ast.expr) -> Fix:
    """``[f(item) for item in items]`` for ``map(f, items)``."""
    tree = site.document.tree
    taken = {n.id for n in walk(tree) if isinstance(n, ast.Name)} if tree is not None else set()
    name = free_name("item", taken)
    pieces = (f"[{mapped.id}({name}) for {name} in ", site.document.span(items), "]")
    return Fix(TITLE, "safe", (Edit(site.document.span(outer), pieces),))


def _free(mapped: ast.expr, function: Function, code: Compiled) -> set[str]:
    """What a lambda, or a function that is defined inside, reads from around it.

    Left out are the object itself, and einops' functions: fixes write methods of the tensor.
    """
    if isinstance(mapped, ast.Lambda):
        einops = {name for name, root in code.imports.items() if root.startswith("einops.")}
        return _reads([mapped.body]) - _parameters(mapped.args) - einops - {"self"}
    if not isinstance(mapped, ast.Name):
        return set()
    bindings = (n for n in function.nodes if isinstance(n, ast.Assign))
    for node in (n for n in bindings if isinstance(n.value, ast.Lambda)):
        if mapped.id in _bound(node.targets):
            return _free(node.value, function, code)
    inside = {node.name: node for node in function.nodes if isinstance(node, Definition)}
    found = inside.get(mapped.id)
    if found is None:
        return set()
    around = _parameters(function.node.args) | _bound(function.nodes)
    own = _parameters(found.args) | _bound([n for s in found.body for n in walk(s)])
    return (_reads(found.body) & around) - own - {"self"}


def _reads(roots: Sequence[ast.AST]) -> set[str]:
    names = [n for root in roots for n in walk(root) if isinstance(n, ast.Name)]
    return {n.id for n in names if isinstance(n.ctx, ast.Load)} - _bound(names)


def _bound(nodes: Sequence[ast.AST]) -> set[str]:
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _parameters(arguments: ast.arguments) -> set[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return {one.arg for one in every}
