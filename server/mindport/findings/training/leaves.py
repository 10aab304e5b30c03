"""Where a tensor is asked to take gradients: what MindSpore needs not to be told."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mindport.document import Span
from mindport.findings.dropped import remove_statement
from mindport.findings.site import Site
from mindport.findings.training.called_hands import listed_leaves
from mindport.findings.training.code import LOOPS
from mindport.findings.training.names import own_nodes, path_of
from mindport.nodes import name_of, walk
from mindport.report import Edit


@dataclass(frozen=True)
class Leaf:
    """A tensor by its path, and where it is set."""

    root: ast.AST
    path: str


def is_leaf_mark(statement: ast.AST, name: str) -> bool:
    """``x.requires_grad_()`` and ``x.requires_grad = True``."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        return _is_of(function, name, "requires_grad_")
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        return _is_of(statement.targets[0], name, "requires_grad")
    return False


def _is_of(node: ast.expr, name: str, attribute: str) -> bool:
    return (
        isinstance(node, ast.Attribute) and node.attr == attribute and path_of(node.value) == name
    )


def marks_itself(node: ast.expr, path: str) -> bool:
    """``x.requires_grad_()``, ``x.detach().requires_grad_(True)``: the tensor, as a leaf."""
    if not isinstance(node, ast.Call) or name_of(node.func) != "requires_grad_":
        return False
    if any(getattr(given, "value", None) is not True for given in node.args) or node.keywords:
        return False
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr not in ("requires_grad_", "detach", "clone"):
            return False
        node = node.func.value
    return ast.unparse(node) == path


def leaf_edits(
    site: Site, leaf: Leaf, is_read: bool = False, lines: tuple[int, int] | None = None
) -> Iterator[Edit]:
    """What takes its marks away: statements, methods behind its value, keywords.

    They stay where the gradient of the tensor is read, unless ``is_read`` says that this goes, too.
    Only what begins in one of ``lines``, the last one excluded, where they are given.
    """
    name = leaf.path
    reads = (n for n in ast.walk(leaf.root) if isinstance(n, ast.Attribute) and n.attr == "grad")
    if not is_read and any(path_of(read.value) == name for read in reads):
        return
    for node in own_nodes(leaf.root) if "." not in name else ast.walk(leaf.root):
        if lines is not None and not lines[0] <= getattr(node, "lineno", 0) < lines[1]:
            continue
        if isinstance(node, ast.stmt) and is_leaf_mark(node, name):
            yield remove_statement(site.document, node)
        elif isinstance(node, ast.Assign) and [path_of(t) for t in node.targets] == [name]:
            if _marks_only(node.value, name):
                yield remove_statement(site.document, node)
            else:
                yield from _in_value(site, node.value)


def marking_nodes(
    site: Site, leaf: Leaf, lines: tuple[int, int] | None = None
) -> Iterator[ast.AST]:
    """What asks for its gradients: ``torch.ones(3, requires_grad=True)``, ``x.requires_grad_()``."""
    gone = [edit.span for edit in leaf_edits(site, leaf, is_read=True, lines=lines)]
    for node in own_nodes(leaf.root) if "." not in leaf.path else ast.walk(leaf.root):
        asks = isinstance(node, ast.Call) and any(k.arg == "requires_grad" for k in node.keywords)
        is_mark = isinstance(node, ast.Attribute) and node.attr.startswith("requires_grad")
        if (asks or is_mark) and any(_meets(site.document.span(node), span) for span in gone):
            yield node
            if isinstance(node, ast.Call):
                yield node.func


def _meets(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def is_marked(site: Site, root: ast.AST, name: str) -> bool:
    """Whether a tensor is made to take gradients in ``root``."""
    return any(True for _ in leaf_edits(site, Leaf(root, name), is_read=True))


def marked_names(site: Site, root: ast.AST) -> list[str]:
    """The plain names of tensors that are made to take gradients in ``root``, in their order."""
    found = marks(site, root)
    return sorted(found, key=lambda name: found[name][0].lineno)


def marks(site: Site, root: ast.AST) -> dict[str, list[ast.stmt]]:
    """By the plain names of such tensors what makes them so, in the order of the text."""
    found: dict[str, list[ast.stmt]] = {}
    for node in own_nodes(root):
        name = _marked_name(site, node) if isinstance(node, ast.stmt) else None
        if name is not None and isinstance(node, ast.stmt):
            found.setdefault(name, []).append(node)
    return {name: sorted(some, key=lambda one: one.lineno) for name, some in found.items()}


def _marked_name(site: Site, statement: ast.stmt) -> str | None:
    """``x`` of ``x.requires_grad_()``, ``x.requires_grad = True``, ``x = ones(3, requires_grad=True)``."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        function = statement.value.func
        owner = function.value if isinstance(function, ast.Attribute) else None
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, ast.Name):
            marks = _marks_only(statement.value, target.id)
            return target.id if marks or any(_in_value(site, statement.value)) else None
        owner = target.value if isinstance(target, ast.Attribute) else None
    else:
        return None
    if isinstance(owner, ast.Name) and is_leaf_mark(statement, owner.id):
        return owner.id
    return None


def clears_of(block: Sequence[ast.stmt], name: str) -> Iterator[ast.stmt]:
    """``x.grad.zero_()``, ``x.grad.data.zero_()``, ``x.grad = None``, and ``if`` around them, with
    ``x.grad.detach_()`` in front of one."""
    for statement in block:
        if _is_clear(statement, name):
            yield statement
        elif isinstance(statement, ast.If) and not statement.orelse:
            if _clears(statement.body, name):
                yield statement
            else:
                yield from clears_of(statement.body, name)
        elif isinstance(statement, (ast.If, ast.With, ast.Try, *LOOPS)):
            for inner in ("body", "orelse", "finalbody"):
                yield from clears_of(getattr(statement, inner, []), name)


def _clears(statements: Sequence[ast.stmt], name: str) -> bool:
    """Whether statements clear a gradient and do nothing else."""
    *before, last = statements
    return _is_clear(last, name) and all(
        _is_clear(one, name) or ast.unparse(one) == f"{name}.grad.detach_()" for one in before
    )


def _is_clear(statement: ast.stmt, name: str) -> bool:
    forms = ("{}.grad.zero_()", "{}.grad.data.zero_()", "{}.grad = None", "del {}.grad")
    return ast.unparse(statement) in [form.format(name) for form in forms]


def optimized_leaves(site: Site) -> dict[Leaf, ast.Assign | ast.Expr]:
    """Tensors that are made to take gradients and handed to an optimizer.

    Each with the one statement that makes it; a function's argument with what marks it there.
    """
    tree = site.document.tree
    assert tree is not None
    found: dict[Leaf, ast.Assign | ast.Expr] = {}
    for use in site.bindings.uses:
        if use.call is None or not use.symbol.startswith("torch.optim."):
            continue
        around = (use.function.node if use.function is not None else None) or tree
        for path in _given(use.call, around):
            leaf = Leaf(tree if "." in path else around, path)
            made = _maker(leaf.root, path)
            if made is not None and is_marked(site, leaf.root, path):
                found[leaf] = made
            for argument in (leaf, *handed_over(tree, around, (path,))):
                mark = _marked_argument(argument, use.call if argument is leaf else None)
                if mark is not None:
                    found[argument] = mark
    return found


def _marked_argument(leaf: Leaf, before: ast.Call | None) -> ast.Expr | None:
    """``x.requires_grad_()`` of a function's argument ``x``, which it returns and gives no other value."""
    if not isinstance(leaf.root, ast.FunctionDef):
        return None
    own = {a.arg for a in ast.walk(leaf.root.args) if isinstance(a, ast.arg)}
    if leaf.path not in own or leaf.path in _given_values(list(ast.walk(leaf.root))):
        return None
    marks = [s for s in leaf.root.body if is_leaf_mark(s, leaf.path) and isinstance(s, ast.Expr)]
    returned = {
        ast.unparse(n.value) for n in walk(leaf.root) if isinstance(n, ast.Return) and n.value
    }
    if leaf.path not in returned or len(marks) != 1:
        return None
    if before is not None and before.lineno < marks[0].lineno:
        return None
    return marks[0] if marks_itself(marks[0].value, leaf.path) else None


def updated_leaves(site: Site) -> dict[Leaf, ast.Assign]:
    """Tensors with gradients, and Parameters, that are changed by hand where their gradient is read.

    Each with the one statement that makes it.
    """
    tree = site.document.tree
    assert tree is not None
    read = {
        path_of(node.value)
        for node in walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "grad"
    }
    paths = {path for node in walk(tree) if (path := changed_tensor(node)) in read and path}
    paths |= set(listed_leaves(tree))
    found: dict[Leaf, ast.Assign] = {}
    for path in sorted(paths):
        roots = [n for n in walk(tree) if isinstance(n, ast.Module | ast.FunctionDef)]
        for root in [tree] if "." in path else roots:
            made = _maker(root, path)
            if made is not None and (is_parameter(made.value) or is_marked(site, root, path)):
                found[Leaf(root, path)] = made
    return found


def is_parameter(value: ast.expr) -> bool:
    """``nn.Parameter(...)``."""
    return isinstance(value, ast.Call) and name_of(value.func) == "Parameter"


def changed_tensor(node: ast.AST) -> str | None:
    """``w`` of the statements ``w -= 1``, ``w.data = x``, ``w.sub_(1)`` and ``w.data.sub_(1)``."""
    changed: ast.expr | None = None
    match node:
        case ast.AugAssign(target=ast.Subscript(value, ast.Slice(None, None, None))):
            changed = value  # p[:] -= 1
        case ast.AugAssign(target=target):
            changed = target
        case ast.Assign(targets=[ast.Attribute(attr="data") as target]):
            changed = target
        case ast.Expr(ast.Call(ast.Attribute(value, method))):
            inplace = method.endswith("_") and not method.endswith("__")
            changed = value if inplace and method != "requires_grad_" else None
    if isinstance(changed, ast.Attribute) and changed.attr == "data":
        changed = changed.value
    return path_of(changed) if isinstance(changed, ast.Name | ast.Attribute) else None


def _maker(root: ast.AST, path: str) -> ast.Assign | None:
    """The one assignment that ever gives a path its value, if it gives nothing else one.

    What a function calls by a name is its own; ``w -= 1`` keeps the value.
    """
    own = isinstance(root, ast.FunctionDef) and path in {a.arg for a in ast.walk(root.args)
                                                         if isinstance(a, ast.arg)}  # fmt: skip
    stores, made = _writes(root, "." in path)
    given = stores.get(path, 0) + _writes_from_inside(root).get(path, 0)
    assigned = made.get(path, ())
    return assigned[0] if given == len(assigned) == 1 and not own else None


@lru_cache(maxsize=16)
def _writes(root: ast.AST, deep: bool) -> tuple[Counter[str], dict[str, list[ast.Assign]]]:
    """How often each path is given a value in ``root``, and the assignments to it alone.

    ``deep``: in functions and classes inside it, too.
    """
    nodes = list(ast.walk(root) if deep else own_nodes(root))
    made: dict[str, list[ast.Assign]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            path = path_of(node.targets[0])
            if path is not None:
                made.setdefault(path, []).append(node)
    return Counter(_given_values(nodes)), made


@lru_cache(maxsize=16)
def _writes_from_inside(root: ast.AST) -> Counter[str]:
    """How often functions inside ``root`` give a name of it another value."""
    found: Counter[str] = Counter()
    for function in walk(root):
        if not isinstance(function, ast.FunctionDef) or function is root:
            continue
        nodes = list(own_nodes(function))
        outer = {
            name for n in nodes if isinstance(n, ast.Global | ast.Nonlocal) for name in n.names
        }
        if outer:
            found.update(path for path in _given_values(nodes) if path in outer)
    return found


def _given_values(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The paths that are given a value among ``nodes``, each as often as it is."""
    kept = {node.target for node in nodes if isinstance(node, ast.AugAssign)}
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            path = path_of(node)
            if path is not None and node not in kept:
                yield path


def _given(call: ast.Call, around: ast.AST) -> Iterator[str]:
    """The paths in the list that an optimizer is given, and in the lists of its groups.

    The list may have a name in ``around``.
    """
    waiting = call.args[:1] or [k.value for k in call.keywords if k.arg == "params"]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.List | ast.Tuple):
            yield from filter(None, map(path_of, node.elts))
            waiting += [item for item in node.elts if isinstance(item, ast.Dict)]
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            waiting += [v for k, v in pairs if isinstance(k, ast.Constant) and k.value == "params"]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            waiting += [node.left, node.right]
        elif isinstance(node, ast.Name) and (made := _maker(around, node.id)) is not None:
            waiting += [made.value] if isinstance(made.value, ast.List | ast.Tuple) else []


def handed_over(tree: ast.Module, function: ast.AST, names: Sequence[str]) -> Iterator[Leaf]:
    """What the file's calls of ``function`` give it as the parameters called ``names``."""
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    parameters = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    if parameters[:1] in (["self"], ["cls"]):
        parameters = parameters[1:]
    for root in ast.walk(tree):
        if not isinstance(root, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in own_nodes(root):
            if isinstance(node, ast.Call) and name_of(node.func) == function.name:
                given = dict(zip(parameters, node.args, strict=False))
                given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
                for name in names:
                    path = path_of(given[name]) if name in given else None
                    if path is not None:
                        yield Leaf(tree if path.startswith("self.") else root, path)


def _marks_only(value: ast.expr, name: str) -> bool:
    """``x.requires_grad_()``, the value of ``x``, and what asks before it does so."""
    if isinstance(value, ast.IfExp):
        asked = _is_of(value.test, name, "requires_grad") and path_of(value.body) == name
        return asked and marks_itself(value.orelse, name)
    return isinstance(value, ast.Call) and _is_of(value.func, name, "requires_grad_")


def _in_value(site: Site, value: ast.expr) -> Iterator[Edit]:
    """``torch.rand(3, requires_grad=True).to(device)``, ``(a + b).requires_grad_(True)``."""
    document = site.document
    while isinstance(value, ast.Call):
        for keyword in value.keywords:
            if keyword.arg == "requires_grad" and isinstance(keyword.value, ast.Constant):
                yield without_keyword(site, value, keyword)
        function = value.func
        if not isinstance(function, ast.Attribute):
            return
        if function.attr == "requires_grad_":
            start = document.span(function).end - len(function.attr)
            dot = document.text.rfind(".", 0, start)
            yield Edit(Span(dot, document.span(value).end), ())
        value = function.value


def without_keyword(site: Site, call: ast.Call, keyword: ast.keyword) -> Edit:
    """The call without a keyword and the comma that belongs to it."""
    document = site.document
    items = sorted(
        [document.span(a) for a in call.args] + [document.span(k) for k in call.keywords],
        key=lambda span: span.start,
    )
    span = document.span(keyword)
    index = next(i for i, item in enumerate(items) if item.start == span.start)
    if index:
        return Edit(Span(items[index - 1].end, span.end), ())
    end = items[1].start if len(items) > 1 else span.end
    return Edit(Span(span.start, end), ())
