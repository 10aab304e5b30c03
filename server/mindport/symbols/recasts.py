"""Whether whole numbers that were cast from others become floating ones again.

torch stops gradients at a cast to whole numbers; MindSpore lets them through it, as if it were
none, so that they reach what was cast wherever the result is counted with in floating numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from mindport.nodes import find, name_of
from mindport.symbols.assignments import moves
from mindport.symbols.dtypes import KEEPING, WHOLE, dtype_of

# What makes floating numbers of whole ones.
CASTS = frozenset({"astype", "bfloat16", "double", "float", "half", "to", "type", "type_as"})
# Methods and functions whose result is floating where one of their operands is.
COUNTING = frozenset(
    {"add", "addcmul", "bmm", "div", "divide", "dot", "einsum", "lerp", "matmul", "mean", "mm", "mul",
     "multiply", "mv", "pow", "rsub", "sub", "subtract", "true_divide", "where"}
)  # fmt: skip
# Methods, functions and attributes that give whole numbers for such, and gradients pass through.
PASSING = KEEPING | frozenset(
    {"T", "clamp", "clamp_max", "clamp_min", "clip", "cumsum", "data", "mT", "movedim", "neg", "prod",
     "repeat_interleave", "select", "sum", "take_along_dim", "tile", "unfold", "view_as", "expand_as"}
)  # fmt: skip
CALCULATING = (
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult,
)  # fmt: skip


def is_recast(call: ast.expr, within: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether the result of a cast, or a name that it is kept by, is counted with as floating.

    Args:
        within: the function, or module, that ``call`` stands in.
        parents: the parent of each of its nodes.
    """
    return _Reader(within, parents, set()).becomes_floating(call)


class _Reader:
    def __init__(
        self, within: ast.AST, parents: Mapping[ast.AST, ast.AST], names: set[str]
    ) -> None:
        self.within, self.parents, self.names = within, parents, names

    def becomes_floating(self, node: ast.AST) -> bool:
        outer = self.parents.get(node)
        if isinstance(outer, ast.BinOp):
            return isinstance(outer.op, CALCULATING) and self._of_operation(outer, node)
        if isinstance(outer, ast.AugAssign):
            return node is outer.value and isinstance(outer.op, CALCULATING)
        if isinstance(outer, ast.UnaryOp):
            return not isinstance(outer.op, ast.Not) and self.becomes_floating(outer)
        if isinstance(outer, ast.Attribute):
            return self._of_member(outer)
        if isinstance(outer, ast.Subscript):
            return node is outer.value and self.becomes_floating(outer)
        if isinstance(outer, ast.keyword):
            above = self.parents.get(outer)
            return isinstance(above, ast.Call) and self._of_argument(above, node)
        if isinstance(outer, ast.Call):
            return self._of_argument(outer, node)
        if isinstance(outer, ast.IfExp):
            return node is not outer.test and self.becomes_floating(outer)
        if isinstance(outer, ast.NamedExpr):
            return self.becomes_floating(outer) or self._of_name(outer.target)
        if isinstance(outer, ast.Assign | ast.AnnAssign):
            targets = outer.targets if isinstance(outer, ast.Assign) else [outer.target]
            return any(self._of_name(target) for target in targets)
        return False

    def _of_operation(self, operation: ast.BinOp, node: ast.AST) -> bool:
        other = operation.right if operation.left is node else operation.left
        whole = dtype_of(other, self.within) in WHOLE or (
            isinstance(other, ast.Constant) and isinstance(other.value, int)
        )
        if whole and not isinstance(operation.op, ast.Div):
            return self.becomes_floating(operation)
        return not self._is_index(operation)

    def _is_index(self, node: ast.AST) -> bool:
        outer = self.parents.get(node)
        if isinstance(outer, ast.Tuple):
            node, outer = outer, self.parents.get(outer)
        return isinstance(outer, ast.Subscript) and outer.slice is node

    def _of_member(self, member: ast.Attribute) -> bool:
        call = self.parents.get(member)
        if not (isinstance(call, ast.Call) and call.func is member):
            return member.attr in PASSING and self.becomes_floating(member)
        if member.attr in CASTS and not moves(call):
            cast_to = dtype_of(call, self.within)
            return self.becomes_floating(call) if cast_to in WHOLE else True
        if member.attr in PASSING or member.attr in CASTS:
            return self.becomes_floating(call)
        return member.attr in COUNTING

    def _of_argument(self, call: ast.Call, node: ast.AST) -> bool:
        name = name_of(call.func)
        if name in COUNTING:
            return not (name == "where" and call.args[:1] == [node])
        return name in PASSING and call.args[:1] == [node] and self.becomes_floating(call)

    def _of_name(self, target: ast.expr) -> bool:
        if not isinstance(target, ast.Name) or target.id in self.names:
            return False
        self.names.add(target.id)
        return any(
            self.becomes_floating(name)
            for name in find(self.within, ast.Name)
            if name.id == target.id and isinstance(name.ctx, ast.Load)
        )
