"""Classes that are handed on to be compared or tested for: there only the very class will do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mindport.findings.asked_names import (
    TESTS,
    Function,
    asked_in,
    default_of,
    definitions,
    members,
    positional,
)
from mindport.findings.site import Site
from mindport.nodes import find, kept, name_of, walk
from mindport.report import Edit, Fix, Piece
from mindport.symbols.asked_types import instance_asked
from mindport.symbols.uses import Use
from mindport.texts import Text

HELPERS = re.compile(r"\bhelper\.(\w+)")
ASKING = ("annotation", "isinstance", "type")
PARTIAL = ("partial", "functools.partial")
NEGATED = {
    **dict.fromkeys((ast.Eq, ast.Is, ast.In), ""),
    **dict.fromkeys((ast.NotEq, ast.IsNot, ast.NotIn), "not "),
}
# Functions of other files that build layers, and arguments that say what to look for.
BUILDER = re.compile(r"^_*(?:[A-Z]|make|build|create|get|conv|add)|super\(\).__init__$|__init__$")
SOUGHT = re.compile(r"type|target|instance|class|cls|kind|match|filter|layers$|modules$")

# What puts a network into another one, which calls it its module.
WRAPPERS = ("torch.nn.DataParallel", "torch.nn.parallel.DistributedDataParallel")
AS_WRAPPED = Text("Ask for its module", "改为检查其 module 属性")
HAS_A_MODULE = Text(
    "Whatever has a module is taken for such a network.",
    "凡带有 module 属性的对象都会被视为这样的网络。",
)
OF_OTHER_FILES = Text(
    "Each file has a copy of its own of the class that takes its place: what other files make is no "
    "instance of it. Ask for something that it has, as hasattr(x, 'dataset') does.",
    "替代该类的定义会复制到每个文件中：其他文件创建的对象不是本文件中该类的实例。请改为检查其特有的属性，例如 hasattr(x, 'dataset')。",
)


def may_hold(site: Site, helper: str) -> bool:
    """Whether the file itself makes objects of a helper's class, or derives from it."""
    tree = site.document.tree
    if tree is None or any(
        site.store.is_helper(helper, site.document, node) for node in find(tree, ast.ClassDef)
    ):
        return True
    entries = [site.entry(use) for use in site.bindings.uses if use.context not in ASKING]
    written = [one for entry in entries if entry for one in entry.equivalents]
    used = {name for one in written for name in HELPERS.findall(one.to or one.api or "")}
    return helper in site.store.with_needed(used)


def may_be_tested_for(site: Site, use: Use) -> bool:
    """Whether what receives the class may compare it, or ask whether something is one of it.

    The names under which it goes on are followed within the file. Of functions elsewhere their
    names and those of their arguments tell what they do; a positional argument is in doubt.
    """
    tree = site.document.tree
    return tree is None or use.statement is None or _is_tested(site, tree, use.node, use.statement)


def as_asked_for(site: Site, use: Use) -> Use:
    """A class that goes on under names which the file only asks for, as a use that asks for it.

    ``WHITE = (nn.Linear, nn.Conv2d)`` with ``isinstance(m, WHITE)`` is one, a default of a parameter,
    an argument or a step of a loop, too; ``type(m) in WHITE`` asks for the very class.
    """
    tree = site.document.tree
    if tree is None or use.context != "reference" or use.statement is None:
        return use
    asked = asked_in(tree, use.node)
    return use if asked is None else replace(use, context=asked)


def is_constructed_alone(site: Site, symbol: str) -> bool:
    """Whether the file calls the class and does nothing else with it, but for comparing it.

    Where it is handed on, layers are of a class that derives from MindSpore's.
    """
    uses = [use for use in site.bindings.uses if use.symbol == symbol]
    contexts = {as_asked_for(site, use).context for use in uses}
    return "call" in contexts and not contexts & {"reference", "base"}


def is_derived_from(site: Site, symbol: str) -> bool:
    """Whether a class of the file derives from the class: an instance of that is not of this."""
    return any(use.symbol == symbol and use.context == "base" for use in site.bindings.uses)


def as_instance(site: Site, use: Use) -> tuple[Edit, ...]:
    """``type(m) == nn.Conv2d`` as ``isinstance(m, nn.Conv2d)``; nothing where it is no such test."""
    test = test_of(site, use)
    if test is None or not isinstance(test.node, ast.Compare):
        return ()
    span = site.document.span
    given: tuple[Piece, ...] = (span(test.classes),)
    if isinstance(test.classes, ast.List | ast.Tuple):
        items: list[Piece] = []
        for item in test.classes.elts:
            items += [", "] * bool(items) + [span(item)]
        given = ("(", *items, ")") if len(items) > 1 else tuple(items)
    pieces = (test.negated, "isinstance(", span(test.instance), ", ", *given, ")")
    return (Edit(span(test.node), pieces),)


def wrapper_fix(site: Site, use: Use) -> Fix | None:
    """``isinstance(net, DataParallel)`` as ``hasattr(net, "module")``, if nothing else is asked for."""
    test = test_of(site, use)
    if test is None:
        return None
    symbols: dict[ast.AST, str] = {other.node: other.symbol for other in site.bindings.uses}
    if not all(symbols.get(node) in WRAPPERS for node in members(test.classes)):
        return None
    span = site.document.span
    pieces = (test.negated, "hasattr(", span(test.instance), ', "module")')
    return Fix(AS_WRAPPED, "unsafe", (Edit(span(test.node), pieces),), HAS_A_MODULE)


@dataclass(frozen=True, slots=True)
class Test:
    """``isinstance(m, classes)`` or ``type(m) in classes``; ``negated`` is ``not`` where it asks so."""

    node: ast.expr
    instance: ast.expr
    classes: ast.expr
    negated: str = ""


def test_of(site: Site, use: Use) -> Test | None:
    """The test that asks for a class where it stands; None where none does."""
    node: ast.AST = use.node
    parent = site.parent(use.node, use.statement)
    while isinstance(parent, ast.List | ast.Tuple):
        node, parent = parent, site.parent(parent, use.statement)
    assert isinstance(node, ast.expr)
    if isinstance(parent, ast.Call) and len(parent.args) == 2 and parent.args[1] is node:
        return Test(parent, parent.args[0], node) if name_of(parent.func) == "isinstance" else None
    if not isinstance(parent, ast.Compare) or len(parent.ops) != 1:
        return None
    [right] = parent.comparators
    asked, classes = (right, parent.left) if node is parent.left else (parent.left, right)
    negated = NEGATED.get(type(parent.ops[0]))
    if negated is None or classes is not node:
        return None
    around = None if use.function is None else use.function.node
    instance = instance_asked(asked, around)
    return None if instance is None else Test(parent, instance, classes, negated)


def _is_tested(site: Site, tree: ast.Module, node: ast.expr, statement: ast.stmt) -> bool:
    parent = site.parent(node, statement)
    if isinstance(parent, ast.IfExp | ast.BoolOp):
        return _is_tested(site, tree, parent, statement)
    if isinstance(parent, ast.keyword):
        call = site.parent(parent, statement)
        return not isinstance(call, ast.Call) or _keyword(tree, call, parent.arg)
    if isinstance(parent, ast.Call) and node in parent.args:
        if ast.unparse(parent.func) in PARTIAL and parent.args[0] is node:
            return _is_tested(site, tree, parent, statement)
        return _positional(tree, parent, parent.args.index(node))
    if isinstance(parent, ast.Dict) and node in parent.values:
        return False
    if isinstance(parent, ast.List | ast.Tuple):
        outer = site.parent(parent, statement)
        return not isinstance(outer, ast.Assign) or _any_tested(tree, _targets(outer))
    if isinstance(parent, ast.Assign | ast.AnnAssign | ast.NamedExpr):
        return _any_tested(tree, _targets(parent))
    if isinstance(parent, ast.arguments):
        return _any_tested(tree, default_of(parent, node))
    if isinstance(parent, ast.Return) and not isinstance(statement, Function):
        return False
    return not isinstance(parent, ast.Return | ast.Lambda)


def _keyword(tree: ast.Module, call: ast.Call, name: str | None) -> bool:
    if name is None:
        return True
    own = definitions(tree, call)
    return (not own and bool(SOUGHT.search(name))) or _any_tested(tree, [name])


def _positional(tree: ast.Module, call: ast.Call, index: int) -> bool:
    own = definitions(tree, call)
    names = []
    for function in own:
        plain = positional(function)
        if index >= len(plain):
            return True
        names.append(plain[index])
    if not own and not BUILDER.search(ast.unparse(call.func).rpartition(".")[2]):
        return True
    return _any_tested(tree, names)


def _targets(node: ast.Assign | ast.AnnAssign | ast.NamedExpr) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    inner = [n for target in targets for n in walk(target)]
    return [name_of(n) for n in inner if isinstance(n, ast.Name | ast.Attribute)]


def _any_tested(tree: ast.Module, names: list[str]) -> bool:
    return not kept(tree, _tested_names).isdisjoint(names)


def _tested_names(tree: ast.Module) -> frozenset[str]:
    """Names that the file compares with something, or asks whether something is one of them."""
    return frozenset(_tests(tree))


def _tests(tree: ast.Module) -> Iterator[str]:
    for call in find(tree, ast.Call):
        if len(call.args) == 2 and name_of(call.func) in TESTS:
            yield from map(name_of, walk(call.args[1]))
    for compared in find(tree, ast.Compare):
        sides = [compared.left, *compared.comparators]
        if not any(isinstance(side, ast.Constant) for side in sides):
            yield from map(name_of, sides)
