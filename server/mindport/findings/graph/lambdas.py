"""Lambdas that compiled code is given, which graph mode reads from their lines (MP401).

With MindSpore 2.10.0 a lambda has to stand as ``f = lambda …``, behind ``return`` or on lines of its
own, and its defaults are evaluated with the names of the module alone. It may be kept in an attribute,
come out of a list that grew, be what a function returns, or what a parameter is by default:
``fns.append(lambda x: …)``, ``def __init__(self, last=lambda x: x)``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import chain, count

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.defaults import COMPUTED, with_defaults
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import start_of
from mindport.nodes import find, function_around, lies_in, name_of, targets, walk
from mindport.report import Edit, Finding, Fix, Moved
from mindport.texts import Text, filled

LAMBDA = Text(
    "Graph mode reads a lambda's source from its line, where it has to stand as 'f = lambda …'; "
    "this one stands inside something else. Define a function with def.",
    "静态图模式按行读取 lambda 的源码，必须写成 'f = lambda …'；此处嵌在其他表达式中，请改用 def 定义函数。",
)
TITLE = Text("Define a function", "定义为函数")
GROWS = frozenset({"append", "insert"})

Kept = Mapping[str, list[ast.Lambda]]


def lambda_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a lambda."""
    tree = site.document.tree
    if tree is None:
        return
    given = (node for node in code.lambdas if not _is_alone(site, node))
    names: set[str] = set()
    for node in (*_taken(site, code, tree), *given):
        name = _computed_default(tree, node) if _is_bound(tree, node) else ""
        if name:
            yield told(site, "MP401", node, filled(COMPUTED, name))
        else:
            yield told(site, "MP401", node, LAMBDA, _defined(site, tree, node, names))
    for node in _layers(site, tree):
        yield told(site, "MP401", node, LAMBDA, _defined(site, tree, node, names))


def _defined(site: Site, tree: ast.Module, node: ast.Lambda, names: set[str]) -> Fix | None:
    """A function in front of the statement of the module, for a lambda that reads nothing from around
    it. ``names`` are those of the functions that other lambdas become."""
    document, body = site.document, site.document.span(node.body)
    around = next((one for one in tree.body if lies_in(node, one)), None)
    own = {one.arg for one in find(node.args, ast.arg)}
    if around is None or node.args.defaults or any(one for one in node.args.kw_defaults):
        return None
    bound = {one.id for one in find(around, ast.Name) if isinstance(one.ctx, ast.Store)}
    bound |= {one.arg for one in find(around, ast.arg)}
    read = {one.id for one in find(node.body, ast.Name)} - own
    nested = (ast.Lambda, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
    text = document.text[body.start : body.end]
    if read & bound or "\n" in text or any(isinstance(one, nested) for one in walk(node.body)):
        return None
    passes = [one.arg for one in node.args.args] == [getattr(node.body, "id", "")]
    base, taken = "identity" if passes else "function", _names_of(tree) | names
    numbered = (f"{base}_{number}" for number in count(2))
    name = next(one for one in chain([base], numbered) if one not in taken)
    names.add(name)
    at = start_of(document, around)
    head = f"def {name}({ast.unparse(node.args)}):\n    return "
    edits = (
        Edit(Span(at, at), (head, Moved(body), "\n\n\n")),
        Edit(document.span(node), (name,)),
    )
    return Fix(TITLE, "safe", edits)


def _names_of(tree: ast.Module) -> set[str]:
    nodes = walk(tree)
    found = {one.id for one in nodes if isinstance(one, ast.Name)}
    found |= {one.name for one in nodes if isinstance(one, Definition | ast.ClassDef)}
    found |= {one.arg for one in nodes if isinstance(one, ast.arg)}
    return found | {one.asname or one.name for one in nodes if isinstance(one, ast.alias)}


def _taken(site: Site, code: Compiled, tree: ast.Module) -> Iterator[ast.Lambda]:
    """Lambdas that compiled code takes from an attribute, a global, a list or the result of a
    function, and that stand inside an expression or have defaults that nobody evaluates."""
    kept = _kept(site, code, tree)
    if not kept:
        return
    inside = {node for function in code.functions for node in function.nodes}
    for name in sorted(_reached(site, code, kept) & kept.keys()):
        for node in kept[name]:
            if node not in inside and (not _is_bound(tree, node) or _computed_default(tree, node)):
                yield node


def _kept(site: Site, code: Compiled, tree: ast.Module) -> Kept:
    """The lambdas that each name, attribute or function of the file may give, by its last name."""
    found: dict[str, list[ast.Lambda]] = {}
    compiled = {function.node for function in code.functions}
    for node in walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.name == "__init__" or node in compiled):
            for one, default in with_defaults(node.args):
                if made := list(_buried(site, default)):
                    found.setdefault(one.arg, []).extend(made)
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                names = [name_of(target) for target in targets(node)]
                made = list(_buried(site, value))
            case ast.Call(ast.Attribute(receiver, method), [*_, ast.Lambda() as grown]):
                names, made = [name_of(receiver)] if method in GROWS else [], [grown]
            case ast.Return(ast.expr() as value) as given_back:
                names, made = [_name_around(tree, given_back)], list(_buried(site, value))
            case _:
                continue
        for name in filter(None, names if made else ()):
            found.setdefault(name, []).extend(made)
    return _handed_on(tree, found)


def _handed_on(tree: ast.Module, found: dict[str, list[ast.Lambda]]) -> Kept:
    """``self.fns = fns``, ``return fns`` and ``embed, size = embedder()``: other names for them."""
    before = -1
    while before != (now := sum(map(len, found.values()))):
        before = now
        for node in walk(tree) if found else ():
            match node:
                case ast.Assign(value=value):
                    names = [name_of(one) for one in targets(node) if one is not value]
                case ast.Return(ast.expr() as value) as given_back:
                    names = [_name_around(tree, given_back)]
                case _:
                    continue
            parts = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
            for part in parts:
                given = found.get(name_of(part.func if isinstance(part, ast.Call) else part), [])
                for name in filter(None, names):
                    known = found.setdefault(name, []) if given else []
                    known += [one for one in given if one not in known]
    return found


def _name_around(tree: ast.Module, node: ast.Return) -> str:
    return getattr(function_around(tree, node), "name", "")


def _reached(site: Site, code: Compiled, kept: Kept) -> set[str]:
    """Names and attributes that compiled code reads, what it calls in lambdas included."""
    known: set[str] = set()
    waiting: list[ast.AST] = [node for function in code.functions for node in function.nodes]
    methods: dict[str, list[ast.AST]] = {}
    for info in site.bindings.classes:
        for name, method in info.methods.items():
            if method.node is not None:
                methods.setdefault(name, []).append(method.node)
    for node in waiting:  # grows while it is read
        name = name_of(node) if isinstance(node, ast.Name | ast.Attribute) else ""
        if not name or name in known:
            continue
        known.add(name)
        for one in kept.get(name, ()):
            waiting += walk(one)
            called = [name_of(call.func) for call in find(one.body, ast.Call)]
            waiting += [inner for way in called for m in methods.get(way, ()) for inner in walk(m)]
    return known


def _is_bound(tree: ast.Module, node: ast.Lambda) -> bool:
    """``f = lambda x: …`` or ``return lambda x: …``."""
    statements: list[ast.Assign | ast.AnnAssign | ast.Return]
    statements = [*find(tree, ast.Assign), *find(tree, ast.AnnAssign), *find(tree, ast.Return)]
    return any(statement.value is node for statement in statements)


def _computed_default(tree: ast.Module, node: ast.Lambda) -> str:
    """``k`` of ``lambda x, k=k: …``, where the function around it computes it or is given it."""
    around = function_around(tree, node)
    if around is None:
        return ""
    bound = {one.id for one in find(around, ast.Name) if isinstance(one.ctx, ast.Store)}
    bound |= {one.arg for one in find(around.args, ast.arg)}
    read = [one.id for default in node.args.defaults for one in find(default, ast.Name)]
    return next((name for name in read if name in bound), "")


def _layers(site: Site, tree: ast.Module) -> Iterator[ast.Lambda]:
    """Lambdas that a Cell of this file is made with."""
    for node in find(tree, ast.Call):
        if _makes_a_cell(site, node):
            for value in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(value, ast.Lambda) and not _is_alone(site, value):
                    yield value


def _is_alone(site: Site, node: ast.Lambda) -> bool:
    """Whether nothing else stands on the lines of a lambda that has no defaults."""
    document, span = site.document, site.document.span(node)
    first, last = document.line_of(span.start), document.line_of(span.end)
    lines = document.text.splitlines()[first : last + 1]
    text = document.text[span.start : span.end]
    return "\n".join(lines).strip() == text and not node.args.defaults


def _buried(site: Site, value: ast.expr) -> Iterator[ast.Lambda]:
    """Lambdas in ``value`` that are not handed to a plain function there."""
    waiting: list[ast.AST] = [value]
    for node in waiting:
        if isinstance(node, ast.Lambda):
            yield node
        elif isinstance(node, ast.List | ast.Tuple | ast.Dict | ast.IfExp | ast.BoolOp):
            waiting += ast.iter_child_nodes(node)
        elif isinstance(node, ast.ListComp):
            waiting.append(node.elt)
        elif isinstance(node, ast.Call) and _makes_a_cell(site, node):
            waiting += node.args
            waiting += [keyword.value for keyword in node.keywords]


def _makes_a_cell(site: Site, call: ast.Call) -> bool:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    return any(
        info.name == name and (info.is_module or info.is_cell) for info in site.bindings.classes
    )
