"""``net = net.train()`` around a step becomes ``net.train()``: a network's mode is set in place.

The assignment would make the network a name that the function of the loss binds, or is to be given.
"""

from __future__ import annotations

import ast

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.code import Code
from mindport.findings.training.facts import Facts
from mindport.findings.training.model import Plan
from mindport.findings.training.names import own_nodes, path_of
from mindport.report import Edit, Fix
from mindport.texts import Text

TITLE = Text("Set the mode without the assignment", "只设置模式，不再赋值")
MODES = frozenset({"train", "eval"})


def named_modes(site: Site, facts: Facts, code: Code, plan: Plan) -> Fix | None:
    """The fix, where a function or module that trains has such statements."""
    if not (plan.losses or plan.obstacles):
        return None
    edits: list[Edit] = []
    for node in own_nodes(code.root):
        match node:
            case ast.Assign([target], ast.Call(ast.Attribute(network, method)) as call) if (
                method in MODES
                and path_of(target) == path_of(network)
                and path_of(network) in facts.networks
            ):
                span = site.document.span
                edits.append(Edit(Span(span(target).start, span(call).start), ()))
    return Fix(TITLE, "safe", tuple(edits), rearranges=True) if edits else None
