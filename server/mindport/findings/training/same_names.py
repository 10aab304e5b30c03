"""Networks whose parameters one optimizer holds (MP307): MindSpore takes each name once.

Two networks of a class have parameters of the same names; an optimizer of MindSpore 2.10.0 raises
"already exists" for them. ``update_parameters_name`` changes ``Parameter.name``; ``state_dict`` and
``load_state_dict`` go by the attributes and stay as they are. Cells inside of a Cell have its names
for them before their own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindport.document import Span
from mindport.findings.site import Site
from mindport.findings.training.layout import start_of
from mindport.findings.training.names import path_of, touches
from mindport.findings.training.own_networks import attributes_of, is_of_its_own, may_share
from mindport.findings.training.parameter_loops import parameters_of
from mindport.nodes import (
    function_around,
    statement_parents,
    walk,
)
from mindport.report import Edit, Finding, Fix, Severity
from mindport.symbols.torch_api import load
from mindport.symbols.uses import Use
from mindport.texts import Text

PARAMETERS = "torch.nn.Module.parameters"
OPTIMIZER = "torch.optim.Optimizer"
METHOD = "mindspore.nn.Cell.update_parameters_name"
TITLE = Text("Give the parameters names of their own", "为参数设置各自的名称")


def same_name_findings(site: Site) -> Iterator[Finding]:
    """``Adam(list(q1.parameters()) + list(q2.parameters()))``, and a name given such a list."""
    joined: set[ast.stmt] = set()
    text = site.document.text
    for use in site.bindings.uses:
        given = _given(site, use)
        if not given or use.statement in joined:
            continue
        if use.symbol == PARAMETERS and use.statement is not None:
            joined.add(use.statement)
        held = list(_networks(_held_before(site, use)))
        paths = list(dict.fromkeys((*held, *_networks(given))))
        nested = any(touches(a, b) for a in paths for b in paths if a != b)
        if len(paths) > 1 and not nested and use.statement is not None:
            wholes = {path: _whole(site, use, path) for path in paths}
            parts = {path: _parts(site, path, wholes[path]) for path in paths}
            renamed = [
                wholes[path]
                for index, path in enumerate(paths)
                if path not in held
                and f"{wholes[path]}.{METHOD.rpartition('.')[2]}(" not in text
                and any(
                    wholes[path] != wholes[other] and may_share(parts[path], parts[other])
                    for other in paths[:index]
                )
                and is_of_its_own(site, use, wholes[path])
            ]
            if renamed:
                yield _finding(site, use, use.statement, list(dict.fromkeys(renamed)))


def _given(site: Site, use: Use) -> list[ast.expr]:
    """What an optimizer is given, or lists of parameters that become one."""
    if use.call is not None and makes_optimizer(use):
        call = use.call
        return call.args[:1] or [k.value for k in call.keywords if k.arg == "params"]
    statement = use.statement
    if use.symbol != PARAMETERS or statement is None or _is_repeated(site, statement):
        return []
    match statement:
        case ast.Assign(value=ast.BinOp() | ast.List() as joined):
            return [joined]
    extended = _extended(statement)
    return [] if extended is None else [extended[1]]


def makes_optimizer(use: Use) -> bool:
    """Whether it is a call of an optimizer's class, and none of a scheduler or a method."""
    return load().is_subclass(use.symbol, OPTIMIZER)


def _extended(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    """The name of a list that a statement extends, and by what: ``weights += list(...)``."""
    match statement:
        case ast.AugAssign(ast.Name(name), ast.Add(), added):
            return name, added
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "extend"), [added])):
            return name, added
    return None


def _held_before(site: Site, use: Use) -> list[ast.expr]:
    """What a list has got before the statement of ``use`` extends it."""
    tree, statement = site.document.tree, use.statement
    extended = None if statement is None or use.symbol != PARAMETERS else _extended(statement)
    if tree is None or statement is None or extended is None:
        return []
    name, _ = extended
    found: list[ast.expr] = []
    for other in walk(function_around(tree, statement) or tree):
        if not isinstance(other, ast.stmt) or other.lineno >= statement.lineno:
            continue
        if isinstance(other, ast.Assign) and any(path_of(t) == name for t in other.targets):
            found.append(other.value)
        elif (more := _extended(other)) is not None and more[0] == name:
            found.append(more[1])
    return found


def _is_repeated(site: Site, statement: ast.stmt) -> bool:
    """Whether a statement stands in a loop: each time it would put another prefix before names."""
    tree = site.document.tree
    assert tree is not None
    parents = statement_parents(tree)
    around = parents.get(statement)
    while around is not None and not isinstance(around, ast.FunctionDef):
        if isinstance(around, ast.For | ast.AsyncFor | ast.While):
            return True
        around = parents.get(around)
    return False


def _networks(given: Sequence[ast.expr]) -> Iterator[str]:
    """The paths of the networks whose parameters an optimizer is given, in their order."""
    calls = [n for node in given for n in ast.walk(node) if isinstance(n, ast.Call)]
    for node in sorted(calls, key=lambda n: (n.lineno, n.col_offset)):
        path = parameters_of(node)
        if path is not None:
            yield path


def _whole(site: Site, use: Use, path: str) -> str:
    """``encoder`` for ``encoder.linear``, where the file makes it: the network that gives the names."""
    whole = path.rpartition(".")[0]
    if whole in ("", "self") or not is_of_its_own(site, use, whole):
        return path
    return _whole(site, use, whole)


def _parts(site: Site, path: str, whole: str) -> frozenset[str]:
    """What the names of a network's parameters begin with; of a part's, what the whole calls it."""
    if path == whole:
        return attributes_of(site, path)
    return frozenset({path.removeprefix(f"{whole}.").partition(".")[0]})


def _finding(site: Site, use: Use, statement: ast.stmt, paths: Sequence[str]) -> Finding:
    document = site.document
    start = start_of(document, statement)
    line = document.line_starts[document.line_of(start)]
    blanks = document.text[line:start]
    text = ""
    for path in paths:
        name = path.rpartition(".")[2]
        text += f'{blanks}{path}.update_parameters_name("{name}."){document.newline}'
    edits = () if blanks.strip() else (Edit(Span(line, line), (text,)),)
    return same_name_finding(site, use, ", ".join(paths), edits)


def same_name_finding(site: Site, use: Use, named: str, edits: Sequence[Edit]) -> Finding:
    """What is told of networks whose parameters need a prefix, and the edits that give it."""
    message = Text(
        "MindSpore's optimizers take each parameter name once, and networks of a class have the same: "
        f"{named} needs a prefix before its names. state_dict keeps its keys; a checkpoint of "
        "mindspore.save_checkpoint has the prefix.",
        f"MindSpore 的优化器要求参数名唯一，而同一个类的网络参数名相同：{named} 的参数名需加前缀。"
        "state_dict 的键不变；mindspore.save_checkpoint 保存的检查点带有该前缀。",
    )
    fix = Fix(TITLE, "safe", tuple(edits)) if edits else None
    severity: Severity = "warning" if fix else "error"
    span = site.document.span(use.call or use.node)
    return Finding("MP307", severity, use.symbol, METHOD, use.confidence, message, span, fix)
