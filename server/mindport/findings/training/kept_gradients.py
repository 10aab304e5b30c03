"""Whether something still holds a gradient where it is cleared in place, ``x.grad.zero_()``.

torch clears the one tensor that all hold; in MindSpore each derivative is a value of its own. What is
computed from a gradient keeps its numbers, but a name, a list or a view that is read behind the
clearing shows zeros in torch alone.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from mindport.findings.training.model import Draft
from mindport.nodes import find, name_of, statement_parents

VIEWS = frozenset({"data", "T", "mT"})
# Methods that give a tensor of their own: ``x.data.add(x.grad.data, alpha=-step)``.
COMPUTES = frozenset({"add", "sub", "mul", "div", "addcmul", "addcdiv", "lerp"})
# What keeps nothing of a tensor that it is given; so do methods that change another in place.
TAKES_VALUES = frozenset({"print", "float", "str", "sign", "abs", "norm", "mean", "sum", "clamp"})
# Methods of a gradient whose result is no view of it.
OWN = (COMPUTES | TAKES_VALUES | {"clone", "copy", "item", "tolist", "size", "dim"}) - {"float"}
ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign, ast.Expr)


def outlives(draft: Draft, tree: ast.Module, read: ast.expr, end: int) -> bool:
    """Whether what ``read`` gives, or a view of it, may be read behind the clearing in line ``end``."""
    return _Holders(draft, statement_parents(tree), end).keep(read)


@dataclass
class _Holders:
    draft: Draft
    parents: Mapping[ast.AST, ast.AST]
    end: int
    names: set[str] = field(default_factory=set)

    def keep(self, node: ast.AST) -> bool:
        parent = self.parents.get(node)
        match parent:
            case ast.Attribute():
                call = self.parents.get(parent)
                if isinstance(call, ast.Call) and call.func is parent:
                    changes = parent.attr.endswith("_")
                    return parent.attr not in OWN and self._is_used(call, changes)
                return parent.attr in VIEWS and self.keep(parent)
            case ast.Call():
                return not self._takes_values(parent) and self._is_used(parent, False)
            case ast.Subscript(value=value):
                return value is node and self.keep(parent)
            case ast.IfExp(test=test):
                return test is not node and self.keep(parent)
            case ast.keyword():
                return self.keep(parent)
            case ast.Assign(targets=[ast.Name(name)]):
                return self._is_read_late(name)
        return not isinstance(parent, ARITHMETIC)

    def _is_used(self, call: ast.Call, by_itself: bool) -> bool:
        """Whether a call hands on what it is given: ``found.append(x.grad)`` does so by itself."""
        if isinstance(self.parents.get(call), ast.Expr):
            return not by_itself
        return self.keep(call)

    def _takes_values(self, call: ast.Call) -> bool:
        name = name_of(call.func)
        if name in TAKES_VALUES or name.endswith("_"):
            return True
        of_tensor = isinstance(call.func, ast.Attribute) and self.draft.facts.is_tensor_method(name)
        is_used = not isinstance(self.parents.get(call), ast.Expr)  # found.add(x.grad) keeps it
        return of_tensor and is_used and name in COMPUTES

    def _is_read_late(self, name: str) -> bool:
        """Whether a name may be read behind the clearing before it is given another value."""
        if name in self.names:
            return False
        self.names.add(name)
        root = self.draft.code.root
        given = [
            one
            for one in find(root, ast.Assign)
            if any(isinstance(target, ast.Name) and target.id == name for target in one.targets)
        ]
        reads = [
            one for one in find(root, ast.Name) if one.id == name and isinstance(one.ctx, ast.Load)
        ]
        return any(
            not self._is_anew(read, given) or (read.lineno < self.end and self.keep(read))
            for read in reads
        )

    def _is_anew(self, read: ast.Name, given: list[ast.Assign]) -> bool:
        """Whether a name was given its value on the way to where it is read, on the same side of the
        clearing."""
        code = self.draft.code
        at = code.statement(read)
        if at is None:
            return False
        return any(
            one.lineno < at.lineno
            and code.statement(one.value) is one
            and code.holds(code.place(one).block, at)
            and (one.lineno >= self.end or at.lineno < self.end)
            for one in given
        )
