"""``if pred.item() != y.item(): continue`` between what a network gives and its loss: the loss goes first.

A function that computes both cannot leave the loop in between. The loss of plain values may be computed
before the test; where it leaves, nothing asks for it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.forward import blocking
from mindport.findings.training.layout import comments_above, line_behind, shares_line, string_lines
from mindport.findings.training.names import bound_names, read_names
from mindport.findings.training.obstacles import Obstacle, keyword
from mindport.nodes import is_pure
from mindport.report import Edit, Fix, Moved, Piece
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

TITLE = Text("Compute the loss before the test", "在判断之前计算损失")
COMPUTED = Text(
    "the loss is computed before this test, also where the test leaves",
    "损失在该判断之前计算，即使该判断会提前离开",
)
LOSSES = frozenset({"cross_entropy", "binary_cross_entropy", "binary_cross_entropy_with_logits",
                    "kl_div"})  # fmt: skip
LEAVES = (ast.Continue, ast.Break, ast.Return)
WORDS = frozenset(keyword(word) for word in ("continue", "break", "return"))
# Parts of an expression that compute nothing which a test might have to keep from being computed.
PLAIN = (ast.Name, ast.Attribute, ast.Constant, ast.keyword, ast.Load, ast.Add, ast.Mult, ast.Sub,
         ast.BinOp, ast.Call, ast.UnaryOp, ast.USub)  # fmt: skip


def early_test(
    site: Site, code: Code, events: Sequence[Event], obstacles: Sequence[Obstacle]
) -> Fix | None:
    """The fix that puts the loss of a backward call before the test that keeps it from its network."""
    if not obstacles or {obstacle.text for obstacle in obstacles} - WORDS:
        return None
    backward = [e for e in events if e.kind == "backward" and e.statement is not None]
    for event in backward:
        assert event.statement is not None
        place = code.place(event.statement)
        tests = [s for s in place.block[: place.index] if _holds(s, obstacles)]
        if len(tests) != 1 or not isinstance(test := tests[0], ast.If) or not _leaves(test):
            continue
        between = place.block[place.block.index(test) + 1 : place.index]
        ours = {one.statement for one in events}
        moved = [statement for statement in between if statement not in ours]
        if moved and all(_can_move(site, test, statement) for statement in moved):
            caution = Text(
                f"line {test.lineno}: {COMPUTED.en}.", f"第 {test.lineno} 行：{COMPUTED.zh}。"
            )
            return Fix(TITLE, "unsafe", _edits(site, test, moved), caution, rearranges=True)
    return None


def _holds(statement: ast.stmt, obstacles: Sequence[Obstacle]) -> bool:
    inside = set(ast.walk(statement))
    return any(obstacle.node in inside for obstacle in obstacles)


def _leaves(test: ast.If) -> bool:
    """Whether nothing but what stands behind the test runs where it does not hold."""
    return (
        not test.orelse
        and isinstance(test.body[-1], LEAVES)
        and not any(True for node, _ in blocking(test.body[:-1]))
    )


def _can_move(site: Site, test: ast.If, statement: ast.stmt) -> bool:
    """Whether it computes a plain loss, of nothing that the test or its body binds, and draws nothing."""
    if not isinstance(statement, ast.Assign) or shares_line(site.document, statement):
        return False
    if any(True for _ in string_lines(statement)) or shares_line(site.document, test):
        return False
    if not all(isinstance(target, ast.Name) for target in statement.targets):
        return False
    bound, read = bound_names(statement), read_names(statement.value)
    if bound & (read_names(test) | bound_names(test)) or read & bound_names(test):
        return False
    return all(
        isinstance(node, PLAIN) and (not isinstance(node, ast.Call) or _is_loss(site, node))
        for node in ast.walk(statement.value)
    )


def _is_loss(site: Site, call: ast.Call) -> bool:
    """A loss of torch's, as a function or a layer, of what is there already."""
    symbol = site.symbol_of(call)
    made = site.bindings.values.get(call.func, UNKNOWN)
    if symbol.startswith("torch.nn.functional.") or made.kind == "instance":
        name = symbol if symbol.startswith("torch.nn.functional.") else made.name
        is_loss = name.lower().endswith("loss") or name.rpartition(".")[2] in LOSSES
        return is_loss and all(is_pure(argument) for argument in call.args)
    return False


def _edits(site: Site, test: ast.If, moved: Sequence[ast.stmt]) -> tuple[Edit, ...]:
    """Each statement with the comments above it goes before the test and its comments."""
    document = site.document
    at = document.line_starts[comments_above(document, test)]
    pieces: list[Piece] = []
    gone = []
    for statement in moved:
        begin = document.line_starts[comments_above(document, statement)]
        end = line_behind(document, statement)
        pieces += [Moved(Span(begin, end - len(document.newline))), document.newline]
        gone.append(Edit(Span(begin, end), ()))
    return (Edit(Span(at, at), tuple(pieces)), *gone)
