"""``self.total += x`` and ``totals[key] += x`` where something else holds the tensor, too (MP209).

torch changes it for every holder; MindSpore makes a new tensor, and the others keep the old one.
Looked for are names that are read behind the change, and lists and attributes that are given it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from mindport.findings.inplace import KEEPERS, OPERATORS, SHARED
from mindport.findings.ownership import LOOPS
from mindport.findings.site import Site
from mindport.nodes import attribute_of_self, find, function_around, name_of, walk
from mindport.report import Finding
from mindport.symbols.fresh import VIEW_METHODS
from mindport.symbols.parts import CONTAINERS
from mindport.symbols.values import UNKNOWN, is_tensor

# What gives a tensor, or what shares its memory.
THROUGH = VIEW_METHODS | {"detach", "data", "requires_grad_"}


def changed_member_findings(site: Site, spoken: Collection[ast.AST]) -> Iterator[Finding]:
    """One finding for each such statement."""
    tree, values = site.document.tree, site.bindings.values
    if tree is None:
        return
    for change in find(tree, ast.AugAssign):
        target = change.target
        if change in spoken or isinstance(target, ast.Name) or type(change.op) not in OPERATORS:
            continue
        if not is_tensor(values.get(target, UNKNOWN)) or not _is_member(site, target):
            continue
        if _Member(tree, change, target).is_shared():
            span = site.document.span(change)
            yield Finding("MP209", "warning", "torch.Tensor", None, "likely", SHARED, span)


def _is_member(site: Site, target: ast.Attribute | ast.Subscript) -> bool:
    """Whether a whole tensor is named, and not a part of one."""
    if isinstance(target, ast.Attribute):
        return True
    return site.bindings.values.get(target.value, UNKNOWN).kind in CONTAINERS


class _Member:
    """What one statement changes: an attribute, or any item of a list or dict."""

    def __init__(
        self, tree: ast.Module, change: ast.AugAssign, target: ast.Attribute | ast.Subscript
    ) -> None:
        self.change = change
        self.of_items = isinstance(target, ast.Subscript)
        self.path = ast.unparse(target.value if self.of_items else target)
        self.function: ast.AST = function_around(tree, change) or tree
        self.region: ast.AST = self.function
        root: ast.AST = target
        while isinstance(root, ast.Attribute | ast.Subscript) and not attribute_of_self(root):
            root = root.value
        if attribute_of_self(root):
            classes = [one for one in find(tree, ast.ClassDef) if change in walk(one)]
            self.region = classes[-1] if classes else tree
        loops = (node for node in walk(self.function) if isinstance(node, LOOPS))
        self.loops = [loop for loop in loops if change in walk(loop)]

    def is_shared(self) -> bool:
        """Whether something else that is read later holds the same tensor."""
        for statement in find(self.region, ast.Assign):
            here = statement in walk(self.function)
            if any(self._is_held(statement, target, here) for target in statement.targets):
                return True
        return any(self._keeps(call) for call in find(self.region, ast.Call))

    def _is_held(self, statement: ast.Assign, target: ast.expr, here: bool) -> bool:
        """Whether an assignment gives the tensor another holder, or it to the member."""
        if self._shows(statement.value):
            if isinstance(target, ast.Name):
                return here and self._is_read_later(target.id, statement)
            return not self._is_it(target) and self._may_come_first(statement)
        it = self._is_it(target) or ast.unparse(target) == self.path
        return here and it and self._takes_named(statement, target)

    def _is_it(self, node: ast.AST) -> bool:
        if self.of_items:
            return isinstance(node, ast.Subscript) and ast.unparse(node.value) == self.path
        return isinstance(node, ast.Attribute) and ast.unparse(node) == self.path

    def _shows(self, value: ast.expr) -> bool:
        """Whether a value is the tensor, or a view of it."""
        while True:
            match value:
                case ast.Call(ast.Attribute(inner, name)) if name in THROUGH:
                    value = inner
                case ast.Attribute(inner, name) if name in THROUGH:
                    value = inner
                case _:
                    return self._is_it(value)

    def _takes_named(self, statement: ast.Assign, target: ast.expr) -> bool:
        """``totals[key] = x``, ``totals = [x, x]``, where ``x`` is read later or stands there twice."""
        value = statement.value
        items = [value]
        if not self._is_it(target):
            match value:
                case ast.List(items) | ast.Tuple(items):
                    pass
                case ast.Dict(_, items):
                    pass
                case ast.BinOp(ast.List(items), ast.Mult()):
                    return True  # one tensor many times
                case _:
                    return False
        names = [item.id for item in items if isinstance(item, ast.Name)]
        if len(set(names)) < len(names):
            return True
        return any(self._is_read_later(name, statement) for name in names)

    def _is_read_later(self, name: str, holder: ast.Assign) -> bool:
        """Whether what a name got from, or gave to ``holder`` is read behind the change."""
        if not self._may_come_first(holder):
            return False
        again = [loop for loop in self.loops if holder not in walk(loop)]
        used = set(walk(self.change)) | set(walk(holder))
        end = (self.change.end_lineno or 0, self.change.end_col_offset or 0)
        for node in find(self.function, ast.Name):
            if node.id != name or not isinstance(node.ctx, ast.Load) or node in used:
                continue
            behind = (node.lineno, node.col_offset) >= end
            if behind or any(node in walk(loop) for loop in again):
                return True
        return False

    def _may_come_first(self, node: ast.stmt | ast.expr) -> bool:
        """Whether something may run before the change, of the same call or of an earlier one."""
        if node not in walk(self.function) or node.lineno < self.change.lineno:
            return True
        return any(node in walk(loop) for loop in self.loops)

    def _keeps(self, call: ast.Call) -> bool:
        """``kept.append(self.total)``."""
        if not isinstance(call.func, ast.Attribute) or name_of(call.func) not in KEEPERS:
            return False
        return any(map(self._shows, call.args)) and (
            self.region is not self.function or self._may_come_first(call)
        )
