"""What the edits of one plan are written with: the text, names, and how far lines are indented."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from mindport.document import Document
from mindport.findings.site import Site
from mindport.findings.training.absent import may_be_absent
from mindport.findings.training.layout import lines_of, start_of
from mindport.findings.training.model import Loss, Plan, Update, statement_of, weights_of
from mindport.nodes import function_around

WIDTH = 96  # of a line, without the parentheses and the colon behind them


@dataclass(frozen=True)
class Written:
    """What a loss's function, its gradient function and its gradients are called."""

    function: str
    grad_function: str
    grads: str


@dataclass(frozen=True)
class Writer:
    site: Site
    plan: Plan
    names: Mapping[Loss, Written]
    total: str
    unit: str
    gone: Mapping[ast.stmt, int]
    """How far to the left each statement moves with the removal of a block around it."""
    clipped: Mapping[Update, str]
    """What the gradients of a step are called once they are clipped."""
    copied: frozenset[Loss] = frozenset()
    """The losses whose gradients are changed in place behind backward."""

    @property
    def document(self) -> Document:
        return self.site.document

    def weights(self, on: str) -> str:
        """The parameters of an optimizer, or those that are changed by hand."""
        return weights_of(on, self.plan.hands)

    def held(self, on: str) -> str:
        """The same beside those of another optimizer: there are none where an optional one is None."""
        return (
            f"({on}.parameters if {on} is not None else ())"
            if self._may_be_none(on)
            else self.weights(on)
        )

    def may_be_absent(self, on: str, loss: Loss) -> bool:
        """Whether the function around a loss may be called without an optimizer."""
        tree = self.document.tree
        assert tree is not None
        first = next(iter(loss.statements), statement_of(loss.backward[0]))
        around = function_around(tree, first)
        return around is not None and may_be_absent(self.site, around, on, first)

    def _may_be_none(self, on: str) -> bool:
        """Whether each step of an optimizer asks whether there is one."""
        tree = self.document.tree
        assert tree is not None
        parents = self.site.parents(tree)
        steps = [
            statement_of(update.step) for update in self.plan.updates if update.optimizer == on
        ]
        return bool(steps) and all(_asks_for(on, parents, step) for step in steps)

    def indentation(self, statement: ast.stmt, own: Loss | None = None) -> str:
        """That of the statement's line, in the functions of other losses than ``own``."""
        text = self.blanks(statement)
        line = self.document.line_of(start_of(self.document, statement))
        for loss in self.plan.losses:
            if loss is not own and line in lines_of(self.document, loss.statements):
                text = text[self.depth(loss) :] if loss in self.plan.hoists else text + self.unit
        return text

    def blanks(self, statement: ast.stmt) -> str:
        """That of the statement's line as it is, but for blocks that go."""
        start = start_of(self.document, statement)
        text = self.document.text[self.document.line_starts[self.document.line_of(start)] : start]
        return text[self.gone.get(statement, 0) :]

    def in_parentheses(self, names: Sequence[str], indentation: str, ahead: str) -> str:
        """``(a, b)`` behind ``ahead``; on lines of their own where they do not fit on it."""
        text = ", ".join(names)
        if len(indentation) + len(ahead) + len(text) <= WIDTH:
            return f"({text})"
        inner = f"{indentation}{self.unit}"
        newline = self.document.newline
        lines = newline.join(
            wrap(text, WIDTH, initial_indent=inner, subsequent_indent=inner, break_long_words=False)
        )
        return f"({newline}{lines}{newline}{indentation})"

    def depth(self, loss: Loss) -> int:
        """How far to the left the statements of a loss move that goes before a loop."""
        body = self.blanks(self.plan.hoists[loss].loop) + self.unit
        return len(self.blanks(loss.statements[0])) - len(body)

    def zeros_in(self, loss: Loss) -> list[ast.stmt]:
        """``zero_grad`` between the statements of a loss: its gradients come later in any case."""
        if loss in self.plan.cleared:
            return []
        return [s for event in self.plan.zeros if (s := statement_of(event)) in loss.statements]


def names_of(taken: set[str], losses: Sequence[Loss]) -> Iterator[tuple[Loss, Written]]:
    """Names that are not taken yet; they are, afterwards."""
    for loss in losses:
        number = 1
        while True:
            suffix = "" if number == 1 else f"_{number}"
            names = (f"forward_fn{suffix}", f"grad_fn{suffix}", f"grads{suffix}")
            if not taken & set(names):
                break
            number += 1
        taken |= set(names)
        yield loss, Written(*names)


def _asks_for(on: str, parents: Mapping[ast.AST, ast.AST], step: ast.stmt) -> bool:
    """``if optimizer is not None:`` around a step."""
    node: ast.AST = step
    while isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef) and node in parents:
        owner = parents[node]
        if isinstance(owner, ast.If) and node in owner.body:
            tests = owner.test.values if isinstance(owner.test, ast.BoolOp) else [owner.test]
            either = isinstance(owner.test, ast.BoolOp) and isinstance(owner.test.op, ast.Or)
            if not either and any(ast.unparse(t) in (on, f"{on} is not None") for t in tests):
                return True
        node = owner
    return False
