"""``step(criterion(net(x), y), optimizer)``: the loss gets a name in front of the call that is given it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.events import Event
from mindport.findings.training.layout import free_name, names_in, names_of_function, shares_line
from mindport.findings.training.names import path_of
from mindport.findings.training.obstacles import UNNAMED, Obstacle
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Give the loss a name", "将损失赋给一个变量")


def named_loss(
    site: Site, code: Code, events: Sequence[Event], obstacles: Sequence[Obstacle]
) -> Fix | None:
    """The fix where nothing else stands in the way; the calls are rewritten by the next round."""
    if {obstacle.text for obstacle in obstacles} != {UNNAMED}:
        return None
    document, edits = site.document, list[Edit]()
    root = code.root
    taken = names_in(site) if isinstance(root, ast.Module) else names_of_function(root)
    for event in events:
        given, statement = event.given, event.statement
        if event.kind != "backward" or given is None or path_of(given.loss) is not None:
            continue
        before = [given.call.func, *(a for a in given.call.args if a is not given.loss)]
        is_first = all(path_of(node) is not None for node in before) or (
            given.loss in given.call.args[:1] and path_of(given.call.func) is not None
        )
        if statement is None or shares_line(document, statement) or not is_first:
            return None
        name = free_name("loss", taken)
        taken.add(name)
        span, start = document.span(given.loss), document.span(statement).start
        line_start = document.line_starts[document.line_of(start)]
        text, indentation = document.text[span.start : span.end], document.text[line_start:start]
        line = f"{name} = {text}{document.newline}{indentation}"
        edits += (Edit(Span(start, start), (line,)), Edit(span, (name,)))
    return Fix(TITLE, "safe", tuple(edits), rearranges=True) if edits else None
