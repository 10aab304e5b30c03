"""What a block without gradients gives, cut from the graph value by value.

torch records nothing inside ``no_grad``. In a function that MindSpore differentiates the same holds
where each value that leaves the block goes through ``stop_gradient``: what the block assigns and
something behind it reads, what it stores on an object, and what it returns.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mindport.document import Document
from mindport.nodes import attribute_of_self, find, is_enclosed, name_of, walk
from mindport.report import Edit, Name, Piece
from mindport.symbols.values import UNKNOWN, Value, argument_kind

STOP = Name("mindspore.ops.stop_gradient")
# What holds no gradient, as the kinds of arguments are called.
WITHOUT = frozenset({"int", "float", "bool", "str", "none", "dtype", "device",
                     "shape", "size", "module"})  # fmt: skip
OWN = frozenset({"self"})  # what an object keeps is a buffer, or raises in MindSpore
# What may hand back the tensor that it is called on.
GIVES_ITSELF = frozenset({"to", "float", "double", "half", "long", "int", "type", "type_as", "cpu",
                          "cuda", "contiguous"})  # fmt: skip
STOPS = frozenset({"no_grad", "inference_mode"})
SAYS_ONLY = frozenset({"print", "warn", "debug", "info", "warning"})


@dataclass(frozen=True, slots=True)
class Stopped:
    """The values that are cut, whether all of them are seen to be tensors of the block's own, and
    whether none of them may be what had a graph before."""

    edits: tuple[Edit, ...]
    certain: bool
    own: bool = True


def stopped(
    document: Document,
    values: Mapping[ast.expr, Value],
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    block: Sequence[ast.stmt],
    changed: frozenset[str] = frozenset(),
) -> Stopped | None:
    """What cuts off all that ``block`` of ``function`` gives.

    None where it gives more than can be seen. A tensor from outside keeps its graph in torch, too.
    ``changed`` names tensors from outside that the block may change: the caller cuts them as a whole.
    """
    inside = {node for statement in block for node in walk(statement)}
    names = [name for name in find(function, ast.Name) if name not in inside]
    live = frozenset(name.id for name in names if isinstance(name.ctx, ast.Load))
    outer = {name.id for name in names if not isinstance(name.ctx, ast.Load)}
    outer |= {argument.arg for argument in find(function, ast.arg)}
    made: dict[str, bool] = {}
    for node in inside:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            made.setdefault(node.id, node.id not in outer)
    for node in inside:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute):
            targets = node.targets
        elif isinstance(node, ast.For | ast.comprehension):
            targets = [node.target]
        made.update(dict.fromkeys((n for target in targets for n in _names(target)), False))
    shown = _set_views(block, made)
    cut = _Cut(document, values, live | frozenset(shown.values()), made, changed, frozenset(shown))
    if not cut.block(block, frozenset()):
        return None
    return Stopped(tuple(cut.edits), cut.certain, cut.own)


def _set_views(block: Sequence[ast.stmt], made: Mapping[str, bool]) -> dict[str, str]:
    """By name of a part ``row = rows[0]`` that the block sets items of, the tensor that it is of."""
    inside = [node for statement in block for node in walk(statement)]
    parts = [node for node in inside if isinstance(node, ast.Subscript)]
    written = {_root(part) for part in parts if isinstance(part.ctx, ast.Store)}
    stores = Counter(
        n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    )
    found: dict[str, str] = {}
    for node in inside:
        match node:
            case ast.Assign([ast.Name(name)], ast.Subscript(ast.Name(whole))) if (
                name in written and stores[name] == 1 and made.get(whole)
            ):
                found[name] = whole
    return found


def keeps_what_it_is_given(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a method puts something that it makes of its arguments into the object.

    An argument with a default is taken to be a setting, and no tensor.
    """
    arguments = [*function.args.posonlyargs, *function.args.args]
    needed = arguments[1 : len(arguments) - len(function.args.defaults)]
    given = {argument.arg for argument in needed}
    for node in walk(function):
        targets: list[ast.expr] = []
        value: ast.AST | None = None
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            value = node.value
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Attribute):
                targets, value = [called.value], node
        if value is None or not any(name.id in given for name in find(value, ast.Name)):
            continue
        for leaf in (leaf for target in targets for leaf in _leaves(target)):
            if isinstance(leaf, ast.Name) and leaf.id not in OWN:
                given.add(leaf.id)
            elif any(name.id in OWN for name in find(leaf, ast.Name)):
                return True
    return False


@dataclass(slots=True)
class _Cut:
    document: Document
    values: Mapping[ast.expr, Value]
    live: frozenset[str]
    made: dict[str, bool]
    """The names that the block gives a value, and whether they have none from elsewhere."""
    changed: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    """Names of parts of tensors that the block makes and cuts: what is set in them is set in those."""
    edits: list[Edit] = field(default_factory=list)
    certain: bool = True
    own: bool = True
    lists: set[str] = field(default_factory=set)
    """Names of lists that the block makes empty: what is appended to them is cut there."""

    def block(self, statements: Iterable[ast.stmt], bound: frozenset[str]) -> bool:
        """Cut what these statements give; ``bound`` are the names that the block made by itself."""
        for statement in statements:
            if not self.statement(statement, bound):
                return False
            bound |= frozenset(self._computed(statement))
        return True

    def statement(self, node: ast.stmt, bound: frozenset[str]) -> bool:
        if self._acts(node, bound) and not isinstance(node, ast.Expr):
            return False
        match node:
            case ast.Delete(targets=targets):
                return all(isinstance(target, ast.Name) for target in targets)
            case ast.Assign():
                return self.assign(node.targets, node.value, bound)
            case ast.AnnAssign():
                return node.value is None or self.assign([node.target], node.value, bound)
            case ast.AugAssign():
                if _root(node.target) in self.changed:
                    return True
                if isinstance(node.target, ast.Name) and self._is_own(node.target, bound):
                    return self.value(node.value, bound, taken_in=True)
                return self.holds_none(node.value)
            case ast.Return():
                return node.value is None or self.value(node.value, bound)
            case ast.If() | ast.While():
                return self.block(node.body, bound) and self.block(node.orelse, bound)
            case ast.For():
                kept = self.live & set(_names(node.target))
                blocks = self.block(node.body, bound) and self.block(node.orelse, bound)
                return not kept and blocks
            case ast.With():
                given = [item.optional_vars for item in node.items if item.optional_vars]
                kept = self.live & {name for target in given for name in _names(target)}
                return not kept and self.block(node.body, bound)
            case ast.Expr():
                return (
                    isinstance(node.value, ast.Constant)
                    or _says(node.value)
                    or self._cuts_itself(node.value)
                    or self.appended(node.value, bound)
                    or self.in_place(node.value, bound)
                )
            case ast.Pass() | ast.Break() | ast.Continue() | ast.Raise() | ast.Assert():
                return True
            case _:
                return False

    def _cuts_itself(self, node: ast.expr) -> bool:
        """Whether a method of the object is called that stops gradients by its own decorator."""
        called = attribute_of_self(node.func) if isinstance(node, ast.Call) else None
        if called is None or self.document.tree is None:
            return False
        methods = [m for m in find(self.document.tree, ast.FunctionDef) if m.name == called]
        return bool(methods) and all(
            any(name_of(getattr(d, "func", d)) in STOPS for d in method.decorator_list)
            for method in methods
        )

    def _acts(self, node: ast.stmt, bound: frozenset[str]) -> bool:
        """Whether the statement itself changes something in place, or stops on its way."""
        if isinstance(node, ast.If | ast.While):
            own: list[ast.AST] = [node.test]
        elif isinstance(node, ast.For):
            own = [node.iter]
        elif isinstance(node, ast.With):
            own = [item.context_expr for item in node.items]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Try):
            return True
        else:
            own = [node]
        for expression in own:
            for part in walk(expression):
                if isinstance(part, ast.Yield | ast.YieldFrom | ast.Await | ast.NamedExpr):
                    return True
                if isinstance(part, ast.Call) and self._changes_outer(part, bound):
                    return True
        return False

    def _changes_outer(self, call: ast.Call, bound: frozenset[str]) -> bool:
        """Whether what a call changes in place may have been there before the block."""
        if not _changes(call) or _is_fresh(call):
            return False
        held = call.func.value if isinstance(call.func, ast.Attribute) else None
        into = any(keyword.arg == "out" for keyword in call.keywords)
        if not into and _changes_one_of(call, self.changed):
            return False
        return into or not isinstance(held, ast.Name) or not self._is_own(held, bound)

    def assign(self, targets: Sequence[ast.expr], value: ast.expr, bound: frozenset[str]) -> bool:
        leaves = [leaf for target in targets for leaf in _leaves(target)]
        if all(isinstance(leaf, ast.Subscript) and _root(leaf) in self.changed for leaf in leaves):
            return True
        if all(isinstance(leaf, ast.Name) and leaf.id in self.shown for leaf in leaves):
            return True
        if isinstance(value, ast.List) and not value.elts:
            self.lists |= {leaf.id for leaf in leaves if isinstance(leaf, ast.Name)}
            return True
        for leaf in leaves:
            if isinstance(leaf, ast.Subscript) and not self._is_own(leaf, bound | OWN):
                return False
        if any(not isinstance(leaf, ast.Name) or leaf.id in self.live for leaf in leaves) or (
            # What is put into a tensor of the block's own leaves with that tensor.
            any(isinstance(leaf, ast.Subscript) for leaf in leaves)
        ):
            into = all(isinstance(leaf, ast.Subscript) for leaf in leaves)
            return self.value(value, bound, taken_in=into and len(leaves) == 1)
        return True

    def appended(self, node: ast.expr, bound: frozenset[str]) -> bool:
        """``states.append(x.mean(0))``: what the list is given is cut."""
        match node:
            case ast.Call(ast.Attribute(attr="append"), [value], []):
                return self.value(value, bound)
        return False

    def in_place(self, node: ast.expr, bound: frozenset[str]) -> bool:
        """``self.mean.mul_(0.9).add_(x)``: what comes in is cut."""
        if _changes_one_of(node, self.changed):
            return True
        while isinstance(node, ast.Call) and _changes(node):
            assert isinstance(node.func, ast.Attribute)
            given = [*node.args, *(k.value for k in node.keywords if k.arg != "out")]
            if len(given) != len(node.args) + len(node.keywords) or not all(
                self.value(argument, bound, taken_in=True) for argument in given
            ):
                return False
            node = node.func.value
            match node:
                case ast.Call(ast.Attribute(ast.Name() as whole, "view")):
                    node = whole
            if isinstance(node, ast.Attribute | ast.Name | ast.Subscript):
                return self._is_own(node, bound | OWN)
        return False

    def value(self, node: ast.expr, bound: frozenset[str], *, taken_in: bool = False) -> bool:
        """Cut one value; False where gradients are in what is not a tensor.

        ``taken_in``: it becomes part of another tensor, as what it is or was outside does not.
        """
        if self.holds_none(node) or _is_cut(node):
            return True
        if isinstance(node, ast.Name) and node.id in self.lists:
            return True
        if taken_in:
            return self._cut(node)
        if self._is_outer(node, bound):
            return True
        parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else []
        if isinstance(node, ast.Tuple | ast.List):
            apart = any(self._is_outer(item, bound) or self._is_foreign(item) for item in node.elts)
            parts = node.elts if apart else []
        if parts:
            return all(self.value(part, bound) for part in parts)
        kinds = self._kinds(node)
        if kinds & {"object", "function"}:
            return False
        self.own &= not self._may_be_outer(node, bound)
        self.certain &= self.own and kinds <= WITHOUT | {"tensor"}
        return self._cut(node)

    def _cut(self, node: ast.expr) -> bool:
        span = self.document.span(node)
        self.edits.append(Edit(span, (STOP, "(", *self._written(node), ")")))
        return True

    def _is_own(self, node: ast.expr, bound: frozenset[str]) -> bool:
        return _root(node) in bound or self.made.get(_root(node), False)

    def _is_outer(self, node: ast.expr, bound: frozenset[str]) -> bool:
        """Whether a value stood outside of the block already."""
        if isinstance(node, ast.Attribute):
            return not self._is_own(node, bound)
        return isinstance(node, ast.Name) and node.id not in self.made

    def _may_be_outer(self, node: ast.expr, bound: frozenset[str]) -> bool:
        """Whether a value may be what stood outside already: torch then leaves it its graph."""
        if isinstance(node, ast.Tuple | ast.List):
            return any(self._may_be_outer(item, bound) for item in node.elts)
        if isinstance(node, ast.Name):
            return not self._is_own(node, bound)
        if isinstance(node, ast.Subscript):
            return argument_kind(self.values.get(node.value, UNKNOWN)) != "tensor"
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in GIVES_ITSELF
            and self._may_be_outer(node.func.value, bound)
        )

    def _computed(self, statement: ast.stmt) -> Iterator[str]:
        """The names to which a statement gives a value that the block computed."""
        if isinstance(statement, ast.Assign):
            value = statement.value
            known = not isinstance(value, ast.Name | ast.Attribute)
            if known and not self._may_be_outer(value, frozenset()):
                for target in statement.targets:
                    yield from _names(target)

    def _written(self, node: ast.expr) -> tuple[Piece, ...]:
        """``a, b`` without parentheses of its own needs some as an argument."""
        span = self.document.span(node)
        text = self.document.text[span.start : span.end]
        if isinstance(node, ast.Tuple) and not is_enclosed(text):
            return ("(", span, ")")
        return (span,)

    def _kinds(self, node: ast.expr) -> set[str]:
        if isinstance(node, ast.Tuple | ast.List):
            return {kind for item in node.elts for kind in self._kinds(item)}
        if isinstance(node, ast.IfExp):
            return self._kinds(node.body) | self._kinds(node.orelse)
        return {argument_kind(self.values.get(node, UNKNOWN))}

    def holds_none(self, node: ast.expr) -> bool:
        """Whether a value surely holds no gradient."""
        if isinstance(node, ast.Constant | ast.Compare | ast.JoinedStr):
            return True
        value = self.values.get(node, UNKNOWN)
        is_held = value.name.endswith(".Parameter") or argument_kind(value) in WITHOUT
        return is_held or self._is_foreign(node)

    def _is_foreign(self, node: ast.expr) -> bool:
        """Whether a value is no tensor and holds none: what ``x.item()`` or NumPy gives."""
        value = self.values.get(node, UNKNOWN)
        return (value.kind, value.name) == ("other", "object")


def _is_cut(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and (
        isinstance(node.func, ast.Attribute) and node.func.attr in ("detach", "stop_gradient")
    )


def _changes(call: ast.Call) -> bool:
    """``x.mul_(2)`` of something that has a name, or ``out=x``."""
    if any(keyword.arg == "out" for keyword in call.keywords):
        return True
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else ""
    return name.endswith("_") and not name.endswith("__")


def _changes_one_of(node: ast.expr, names: frozenset[str]) -> bool:
    """``x.mul_(2)`` of a name."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in names
        and _changes(node)
    )


def _is_fresh(call: ast.Call) -> bool:
    """``f(x).mul_(2)``: the tensor that changes has no name yet."""
    function = call.func
    return isinstance(function, ast.Attribute) and isinstance(function.value, ast.Call)


def _says(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and name_of(node.func) in SAYS_ONLY


def _leaves(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _leaves(item)
    elif isinstance(target, ast.Starred):
        yield from _leaves(target.value)
    else:
        yield target


def _names(target: ast.expr) -> Iterator[str]:
    yield from (leaf.id for leaf in _leaves(target) if isinstance(leaf, ast.Name))


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
