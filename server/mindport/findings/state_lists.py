"""The state of an LSTM as a list (MP307): ``h = [s.detach() for s in h]`` before ``net(x, h)``.

torch's LSTM takes a list of the hidden state and the cell state; MindSpore 2.10.0's raises TypeError for
anything but a tuple: seen on a CPU.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.nodes import find, function_around, name_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import UNKNOWN
from mindport.texts import Text

CODE, SYMBOL = "MP307", "torch.nn.LSTM.forward"
MESSAGE = Text(
    "MindSpore's LSTM takes its state as a tuple and raises for a list; torch takes both.",
    "MindSpore 的 LSTM 只接受元组形式的状态，传入列表会报错；torch 两者都接受。",
)
TITLE = Text("Make it a tuple", "改为元组")
TAKEN = Text("It is taken to be the state of an LSTM.", "假定其为 LSTM 的状态。")
CUTS = frozenset({"clone", "cpu", "cuda", "data", "detach", "to", "Variable"})


def state_list_findings(site: Site) -> Iterator[Finding]:
    """One finding for each list that is, or is likely, the state of an LSTM."""
    document = site.document
    if document.tree is None or not site.bindings.has_torch or "LSTM" not in document.text:
        return
    for call in find(document.tree, ast.Call):
        layer = site.bindings.values.get(call.func, UNKNOWN)
        state = call.args[1] if len(call.args) == 2 else None
        if layer.name == "torch.nn.LSTM" and isinstance(state, ast.List):
            yield _finding(site, state, None)
    for assign in find(document.tree, ast.Assign):
        match assign:
            case ast.Assign([ast.Name(name)], ast.ListComp(elt, [ast.comprehension(iter=given)])):
                cut = name_of(elt.func) if isinstance(elt, ast.Call) else name_of(elt)
                if name_of(given) == name and isinstance(given, ast.Name) and cut in CUTS:
                    scope = function_around(document.tree, assign) or document.tree
                    if _is_state(scope, name):
                        yield _finding(site, assign.value, TAKEN)


def _finding(site: Site, node: ast.expr, caution: Text | None) -> Finding:
    span = site.document.span(node)
    fix = Fix(TITLE, "unsafe" if caution else "safe", (Edit(span, ("tuple(", span, ")")),), caution)
    return Finding(CODE, "warning", SYMBOL, None, "likely", MESSAGE, span, fix)


def _is_state(scope: ast.AST, name: str) -> bool:
    """Whether a call gives the name anew of itself, ``out, h = net(x, h)``, and it is no list to
    begin with and never changed as one."""
    given_anew = False
    for assign in find(scope, ast.Assign):
        names = {n.id for target in assign.targets for n in find(target, ast.Name)}
        if name not in names:
            continue
        if isinstance(assign.value, ast.List | ast.BinOp):
            return False
        if any(find(target, ast.Subscript) for target in assign.targets):
            return False
        match assign:
            case ast.Assign([ast.Tuple()], ast.Call(_, arguments)):
                given_anew |= any(name_of(a) == name for a in arguments)
    return given_anew
