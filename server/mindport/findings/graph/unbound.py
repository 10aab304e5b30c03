"""Names that only a branch or a loop binds and that are read behind it (MP408).

The graph compiler of 2.10.0 asks at once only for tests of attributes of ``self``: a truth value,
a comparison with one on its left, and what ``not``, ``and`` and ``or`` make of those. Behind every
other branch it knows the names that all its sides bind, and behind a loop none that the loop binds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled, Function
from mindport.findings.graph.definitions import Definition
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import start_of
from mindport.nodes import attribute_of_self, find, targets, walk
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import ClassInfo
from mindport.texts import Text, filled

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
COMPARED = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot)
TRUTHS = frozenset({"bool", "isinstance", "issubclass", "hasattr", "callable", "any", "all"})
TOLD = Text(
    "Only this branch or loop binds {0}, and line {1} reads it behind it: the graph compiler does not "
    "know the name there. Bind it before.",
    "{0} 只在此分支或循环内赋值，而第 {1} 行在其后读取：静态图编译器在该处找不到这个名称。请在此之前先赋值。",
)
BIND = Text("Bind {0} to None before", "先将 {0} 赋值为 None")

Names = frozenset[str]


def unbound_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a name and function, at the first place that binds it."""
    for function in code.functions:
        for node in [function.node, *(n for n in function.nodes if isinstance(n, Definition))]:
            flow = _Flow(site, function, node)
            for name, read in flow.unknown().items():
                place = flow.first_binding(name)
                if place is not None:
                    fix = _bind_before(site, node, name, place)
                    message = filled(TOLD, name, str(read.lineno))
                    yield told(site, "MP408", place, message, fix)


class _Flow:
    """What the compiler knows of one function's names, statement by statement."""

    def __init__(self, site: Site, function: Function, node: Definition) -> None:
        self.site, self.function, self.node = site, function, node
        self.found: dict[str, ast.Name] = {}

    def unknown(self) -> dict[str, ast.Name]:
        """Names that a branch or a loop may have bound, and where the compiler does not know them."""
        arguments = self.node.args
        given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        given += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
        self.block(self.node.body, frozenset(one.arg for one in given), frozenset())
        return self.found

    def first_binding(self, name: str) -> ast.Name | None:
        names = (n for n in find(self.node, ast.Name) if isinstance(n.ctx, ast.Store))
        mine = [n for n in names if n.id == name]
        return min(mine, key=lambda n: (n.lineno, n.col_offset), default=None)

    def block(self, body: Sequence[ast.stmt], known: Names, perhaps: Names) -> Names | None:
        """The names that are known behind ``body``; None where nothing goes on behind it.

        ``perhaps`` are those that Python may know there.
        """
        for statement in body:
            behind = self.statement(statement, known, perhaps)
            if behind is None:
                return None
            known, perhaps = behind, perhaps | _bound(statement)
        return known

    def statement(self, node: ast.stmt, known: Names, perhaps: Names) -> Names | None:
        if isinstance(node, ast.If):
            self.reads(node.test, known, perhaps)
            sides = [self.block(side, known, perhaps) for side in (node.body, node.orelse)]
            going = [side for side in sides if side is not None]
            if not going:
                return None
            every = going[0].intersection(*going)
            at_once = is_asked_at_once(node.test, self.function.owner)
            return every.union(*going) if at_once else every
        if isinstance(node, ast.For | ast.While):
            head = node.iter if isinstance(node, ast.For) else node.test
            self.reads(head, known, perhaps)
            inside = known | (_stored(node.target) if isinstance(node, ast.For) else frozenset())
            self.block(node.body, inside, perhaps | _bound(node))
            return self.block(node.orelse, known, perhaps | _bound(node))
        if isinstance(node, ast.With):
            for item in node.items:
                self.reads(item, known, perhaps)
            return self.block(node.body, known | _bound_here(node), perhaps)
        if isinstance(node, ast.Try | ast.Match):
            return known | _bound(node)  # refused as a whole
        if isinstance(node, Definition | ast.ClassDef):
            return known | {node.name}
        self.reads(node, known, perhaps)
        return None if isinstance(node, LEAVES) else known | _bound(node)

    def reads(self, node: ast.AST, known: Names, perhaps: Names) -> None:
        """Note the names in an expression, or a simple statement, that are not known."""
        own = _inner_names(node)
        for name in (n for n in walk(node) if isinstance(n, ast.Name)):
            is_read = isinstance(name.ctx, ast.Load) or isinstance(node, ast.AugAssign)
            if is_read and name.id in perhaps - known - own:
                self.found.setdefault(name.id, name)


def is_asked_at_once(test: ast.expr, owner: ClassInfo | None) -> bool:
    """Whether the compiler takes one side of a branch in a method of ``owner`` when it reads it."""
    if isinstance(test, ast.BoolOp):
        return all(is_asked_at_once(value, owner) for value in test.values)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return is_asked_at_once(test.operand, owner)
    if isinstance(test, ast.Compare):
        plain = len(test.ops) == 1 and isinstance(test.ops[0], COMPARED)
        return plain and attribute_of_self(test.left) is not None
    name = attribute_of_self(test)
    return name is not None and not _is_no_truth(owner, name)


def _is_no_truth(owner: ClassInfo | None, name: str) -> bool:
    """Whether an attribute is seen to be given something that is neither True nor False."""
    if owner is None:
        return False
    above = (base.info for base in owner.bases if isinstance(base.info, ClassInfo))
    if any(_is_no_truth(info, name) for info in above):
        return True
    body = owner.node.body if owner.node is not None else ()
    for method in (m for m in body if isinstance(m, Definition)):
        for node in walk(method):
            value = getattr(node, "value", None)
            if value is None or all(attribute_of_self(t) != name for t in targets(node)):
                continue
            if isinstance(value, ast.Name):
                value = _default(method, value.id)
            if isinstance(value, ast.Constant) and not isinstance(value.value, bool):
                return True
            if isinstance(value, ast.List | ast.Tuple | ast.Dict | ast.Lambda | ast.BinOp):
                return True
            if isinstance(value, ast.Call) and getattr(value.func, "id", "") not in TRUTHS:
                return True
    return False


def _default(method: Definition, name: str) -> ast.expr | None:
    """The default of a parameter."""
    positional = [*method.args.posonlyargs, *method.args.args]
    pairs = [
        *zip(reversed(positional), reversed(method.args.defaults), strict=False),
        *zip(method.args.kwonlyargs, method.args.kw_defaults, strict=True),
    ]
    return next((default for one, default in pairs if one.arg == name), None)


def _bound(node: ast.AST) -> Names:
    """The names that a statement may bind."""
    inner = _inner_names(node)
    return _stored(node) - inner | {n.name for n in walk(node) if isinstance(n, Definition)}


def _bound_here(node: ast.With) -> Names:
    return frozenset().union(*(_stored(i.optional_vars) for i in node.items if i.optional_vars))


def _stored(node: ast.AST) -> Names:
    names = (n for n in walk(node) if isinstance(n, ast.Name))
    return frozenset(n.id for n in names if isinstance(n.ctx, ast.Store))


def _inner_names(node: ast.AST) -> Names:
    """The names of comprehensions, lambdas and functions in a node."""
    inner: set[str] = set()
    for one in walk(node):
        if isinstance(one, COMPREHENSIONS):
            inner.update(*(_stored(generator.target) for generator in one.generators))
        elif isinstance(one, ast.Lambda):
            inner.update(argument.arg for argument in one.args.args)
        elif isinstance(one, Definition):
            inner.update(n.id for n in walk(one) if isinstance(n, ast.Name))
    return frozenset(inner)


def _bind_before(site: Site, function: Definition, name: str, place: ast.Name) -> Fix | None:
    """``name = None`` before the statement of the function's body that binds it."""
    statement = next(s for s in function.body if place in walk(s))
    document = site.document
    start = start_of(document, statement)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if blanks.strip():
        return None
    edit = Edit(Span(start, start), (f"{name} = None{document.newline}{blanks}",))
    return Fix(filled(BIND, name), "safe", (edit,))
