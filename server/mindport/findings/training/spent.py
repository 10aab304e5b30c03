"""Values whose graph an earlier backward call would have freed: what is read again has none."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.training.events import Event
from mindport.findings.training.forms import retains_graph
from mindport.findings.training.forward import forward_indices, stops_gradients
from mindport.findings.training.model import Draft, statement_of
from mindport.findings.training.names import path_of, stored_paths, touches
from mindport.findings.training.outside import graph_reads


def is_spent(
    draft: Draft, event: Event, path: str, reads: Collection[str], block: Sequence[ast.stmt]
) -> bool:
    """Whether a backward call before ``event`` went through ``path`` and kept no graph of it.

    torch raises where a network's graph is gone through a second time: ``batch`` of two losses one
    after the other is data, whatever made it. ``reads`` is what is read of it now: of an object the
    same methods, which compute anew what it keeps.
    """
    for other in draft.of("backward"):
        if other is event:
            return False
        place = draft.code.place(statement_of(other))
        if place.block is not block or other.receiver is None or retains_graph(other):
            continue
        before = list(_flat(draft, block[: place.index]))
        stores = [i for i, s in enumerate(before) if any(touches(x, path) for x in stored_paths(s))]
        if any(_runs_network(draft, before[i]) for i in stores[-1:]) and path in reads:
            return False  # that has a graph, and the program stops
        skip = {statement_of(e) for e in draft.events}
        chosen = forward_indices(draft.facts, before, [other.receiver], len(before), skip)
        behind = [before[i] for i in chosen if not stores or i > stores[-1]]
        known = graph_reads(behind, [other.receiver])
        if all(
            any(read == k or read.startswith((f"{k}.", f"{k}[")) for k in known) for read in reads
        ):
            return True
    return False


def _runs_network(draft: Draft, statement: ast.stmt) -> bool:
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(path_of(function) in draft.facts.networks for function in calls)


def _flat(draft: Draft, block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a block; for ``with`` those in it, unless it stops gradients."""
    for statement in block:
        if isinstance(statement, ast.With) and not stops_gradients(draft.facts, statement):
            yield from _flat(draft, statement.body)
        else:
            yield statement
