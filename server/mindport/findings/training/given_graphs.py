"""Arguments that come with a graph: ``loss_compute(model(x), y)`` of a function that computes the loss.

Its backward call reaches the model, too; a function that it differentiates alone would not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from mindport.findings.site import Site
from mindport.findings.training import obstacles as told
from mindport.findings.training.code import Code
from mindport.findings.training.facts import Facts
from mindport.findings.training.graphs import DATA, NETWORK
from mindport.findings.training.model import Draft
from mindport.findings.training.names import path_of, root_of
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.outside import graph_reads, graphs_before
from mindport.findings.training.part import Part
from mindport.nodes import find, function_around
from mindport.report import Finding
from mindport.symbols.asked_members import asked_of
from mindport.symbols.inner_losses import loss_reads
from mindport.symbols.values import ClassInfo, FunctionInfo

BACKWARD = "torch.Tensor.backward"


def given_graphs(draft: Draft, part: Part) -> Iterator[Obstacle]:
    """What a loss reads of the function's arguments that some call gives with a graph."""
    function, tree = draft.code.root, draft.facts.site.document.tree
    if not isinstance(function, ast.FunctionDef) or tree is None:
        return
    reads = {root_of(path) for path in graph_reads(part.statements, part.receivers)}
    owner = draft.facts.site.owner_of(function)
    names = [argument.arg for argument in function.args.args][0 if owner is None else 1 :]
    reads -= {event.on for event in draft.events if event.kind in ("zero", "step")}  # optimizers
    wanted = [name for name in names if name in reads and _keeps_graph(draft, part, name)]
    calls = list(_calls(draft, tree, function, owner)) if wanted else []
    for call in calls:
        given = _bound(names, call)
        carried = _carried(draft, tree, call, {n: given[n] for n in wanted if n in given})
        yield from (Obstacle(function, told.given_graph(name)) for name in carried)
    if function.name == "__call__" and wanted and not calls:
        for name in wanted:
            if not DATA.search(name):
                draft.doubts.append(Obstacle(function, told.given_data(name)))


def _keeps_graph(draft: Draft, part: Part, name: str) -> bool:
    """Whether what a function is given by a name may still have its graph where the loss reads it:
    ``y = torch.LongTensor(y)`` makes it anew."""
    function = draft.code.root
    assert isinstance(function, ast.FunctionDef)
    first = next(iter(part.statements), part.events[0].statement)
    if first is None or name in {event.on for event in draft.events}:
        return True
    before = sorted(draft.code.surely_before(first), key=lambda statement: statement.lineno)
    held = draft.graphs.after(before, {name: function})
    for statement in part.statements if name in held else ():
        if any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(statement)):
            match statement:
                case ast.Assign([ast.Name(target)]) if target == name:
                    return name in draft.graphs.after([statement], held)
            return True
    return name in held


def handed_graph_findings(site: Site, facts: Facts | None = None) -> Iterator[Finding]:
    """What is given with its graph to a function of another file that differentiates a loss of it.

    ``facts`` are those of the file where they are known already.
    """
    tree = site.document.tree
    called = [(call, info) for call, info in _of_others(site) if loss_reads(info)]
    if not called or tree is None:
        return
    draft = Draft(facts or Facts.of(site), Code(tree), [], [])
    for call, info in called:
        names = list(asked_of(info))
        given = _bound(names, call)
        wanted = {name: given[name] for name in names if name in loss_reads(info) & given.keys()}
        for name in _carried(draft, tree, call, wanted):
            span = site.document.span(wanted[name])
            is_object = info.name == "__call__" and info.owner is not None
            called_name = info.owner.name if is_object and info.owner is not None else info.name
            message = told.handed_graph(ast.unparse(wanted[name]), called_name)
            yield Finding("MP306", "error", BACKWARD, None, "certain", message, span)


def _of_others(site: Site) -> Iterator[tuple[ast.Call, FunctionInfo]]:
    """The calls of functions, methods and objects of other files."""
    for call, callee in site.bindings.callees.items():
        info = callee.info
        if isinstance(info, ClassInfo) and callee.kind == "object" and not info.is_module:
            info = info.methods.get("__call__")
        if isinstance(info, FunctionInfo) and info.node is None and info.name != "__init__":
            yield call, info


def _bound(names: Sequence[str], call: ast.Call) -> dict[str, ast.expr]:
    given = dict(zip(names, call.args, strict=False))
    return given | {k.arg: k.value for k in call.keywords if k.arg is not None}


def _calls(
    draft: Draft, tree: ast.Module, function: ast.FunctionDef, owner: ClassInfo | None
) -> Iterator[ast.Call]:
    """The calls of a function in its file, as far as they are seen."""
    if function.name == "__call__":
        callees = draft.facts.site.bindings.callees.items()
        yield from (
            call for call, callee in callees if callee.kind == "object" and callee.info is owner
        )
        return
    for call in find(tree, ast.Call):
        called = call.func
        if function_around(tree, call) is function:
            continue
        if (
            owner is not None and isinstance(called, ast.Attribute) and called.attr == function.name
        ) or (owner is None and isinstance(called, ast.Name) and called.id == function.name):
            yield call


def _carried(
    draft: Draft, tree: ast.Module, call: ast.Call, given: Mapping[str, ast.expr]
) -> Iterator[str]:
    """The names of what a call gives with a graph that was made for it."""
    caller = Code(function_around(tree, call) or tree)
    statement = caller.statement(call)
    if statement is None:
        return
    there = Draft(draft.facts, caller, [], [])
    loop = caller.loop_of(statement)
    held = graphs_before(there, statement, [] if loop is None else [loop])
    for name, value in given.items():
        path = path_of(value) or ""
        is_network = path in draft.facts.networks or NETWORK.search(path) or NETWORK.search(name)
        if not is_network and there.graphs.carries(value, held):
            yield name
