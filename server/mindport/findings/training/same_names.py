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
from mindport.findings.training.parameter_loops import parameters_of
from mindport.nodes import (
    assigned_pairs,
    find,
    function_around,
    imported_names,
    kept,
    root_of_chain,
    statement_parents,
    walk,
)
from mindport.report import Edit, Finding, Fix, Severity
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, ClassInfo, argument_kind
from mindport.texts import Text

PARAMETERS = "torch.nn.Module.parameters"
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
                    wholes[path] != wholes[other] and _may_share(parts[path], parts[other])
                    for other in paths[:index]
                )
                and _is_of_its_own(site, use, wholes[path])
            ]
            if renamed:
                yield _finding(site, use, use.statement, list(dict.fromkeys(renamed)))


def _given(site: Site, use: Use) -> list[ast.expr]:
    """What an optimizer is given, or lists of parameters that become one."""
    if use.call is not None and use.symbol.startswith("torch.optim."):
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


def _may_share(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two networks may have parameters of the same names; empty is what is not seen."""
    return not (one and other) or bool(one & other)


def _whole(site: Site, use: Use, path: str) -> str:
    """``encoder`` for ``encoder.linear``, where the file makes it: the network that gives the names."""
    whole = path.rpartition(".")[0]
    if whole in ("", "self") or not _is_of_its_own(site, use, whole):
        return path
    return _whole(site, use, whole)


def _parts(site: Site, path: str, whole: str) -> frozenset[str]:
    """What the names of a network's parameters begin with; of a part's, what the whole calls it."""
    if path == whole:
        return _attributes(site, path)
    return frozenset({path.removeprefix(f"{whole}.").partition(".")[0]})


def _attributes(site: Site, path: str) -> frozenset[str]:
    """What the network's class calls its parts; empty where the file does not show all of it."""
    for value in _values(site, path):
        called = ast.unparse(value).partition("(")[0]
        made = [c.node for c in site.bindings.classes if c.name == called and c.is_module]
        if len(made) != 1 or made[0] is None:
            return frozenset()
        if any(isinstance(base, ast.Name) for base in made[0].bases):
            return frozenset()
        return frozenset(
            n.attr
            for n in walk(made[0])
            if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
        )
    return frozenset()


def _values(site: Site, path: str) -> Iterator[ast.expr]:
    """What the file's assignments give a path, ``actor, critic = Actor(), Critic()`` included; the
    whole call of ``actor, critic = make()``. Of ``self.model.encoder``, where the model is an object
    of a plain class, what that class sets ``self.encoder`` to, or the name that it hands on."""
    tree = site.document.tree
    assert tree is not None
    yield from _assigned(tree, path)
    owner, _, name = path.rpartition(".")
    for held in _values(site, owner) if owner not in ("", "self") else ():
        plain = _plain_class(site, held)
        for value in _assigned(plain, f"self.{name}") if plain is not None else ():
            yield from _assigned(plain, value.id) if isinstance(value, ast.Name) else (value,)


def _assigned(within: ast.AST | None, path: str) -> Iterator[ast.expr]:
    for node in find(within, ast.Assign) if within is not None else ():
        for part, value in assigned_pairs(node):
            parts = part.elts if isinstance(part, ast.Tuple | ast.List) else [part]
            yield from (value for one in parts if path_of(one) == path)


def _plain_class(site: Site, made: ast.expr) -> ast.ClassDef | None:
    """The class of the file of which a call makes an object, if that is no module."""
    value = site.bindings.values.get(made, UNKNOWN)
    info = value.info if isinstance(made, ast.Call) and value.kind == "object" else None
    is_plain = isinstance(info, ClassInfo) and not (info.is_module or info.is_cell)
    return info.node if is_plain and isinstance(info, ClassInfo) else None


def _is_of_its_own(site: Site, use: Use, path: str) -> bool:
    """Whether the file makes this network, and not as a part of another one."""
    owner = None if use.function is None else use.function.owner
    if path.startswith("self.") and (owner is None or owner.is_module or owner.is_cell):
        return False
    made = list(_values(site, path))
    return bool(made) and all(_is_module(site, value) for value in made)


def _is_module(site: Site, value: ast.expr) -> bool:
    """A call that makes a module, or of a function that does, ``.to(device)`` behind it included.

    Functions of other files are taken for such: what they give is asked for parameters.
    """
    kind = argument_kind(site.bindings.values.get(value, UNKNOWN))
    if kind == "module":
        return True
    if _plain_class(site, value) is not None:
        return False
    made = {construction.call for construction in site.bindings.constructed}
    if isinstance(value, ast.ListComp | ast.GeneratorExp):
        value = value.elt
    tree = site.document.tree
    imported = kept(tree, imported_names) if tree is not None else frozenset()
    while isinstance(value, ast.Call):
        if value in made or isinstance(value.func, ast.Name):
            return True
        if getattr(root_of_chain(value.func), "id", "") in imported:
            return True  # networks.define_G(3)
        if not isinstance(value.func, ast.Attribute):
            return False
        value = value.func.value
    return False


def _finding(site: Site, use: Use, statement: ast.stmt, paths: Sequence[str]) -> Finding:
    document = site.document
    start = start_of(document, statement)
    line = document.line_starts[document.line_of(start)]
    blanks = document.text[line:start]
    text = ""
    for path in paths:
        name = path.rpartition(".")[2]
        text += f'{blanks}{path}.update_parameters_name("{name}."){document.newline}'
    fix = None if blanks.strip() else Fix(TITLE, "safe", (Edit(Span(line, line), (text,)),))
    named = ", ".join(paths)
    message = Text(
        "MindSpore's optimizers take each parameter name once, and networks of a class have the same: "
        f"{named} needs a prefix before its names. state_dict keeps its keys; a checkpoint of "
        "mindspore.save_checkpoint has the prefix.",
        f"MindSpore 的优化器要求参数名唯一，而同一个类的网络参数名相同：{named} 的参数名需加前缀。"
        "state_dict 的键不变；mindspore.save_checkpoint 保存的检查点带有该前缀。",
    )
    span = document.span(use.call or use.node)
    severity: Severity = "warning" if fix else "error"
    return Finding("MP307", severity, use.symbol, METHOD, use.confidence, message, span, fix)
