"""An optimizer of two networks that hold one Parameter (MP216): ``decoder.weight = encoder.weight``.

Added up, their lists of parameters hold it twice. torch warns, and each step moves it twice; MindSpore
2.7.2 to 2.10.0 refuse the list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.site import Site
from mindport.findings.training.names import path_of
from mindport.nodes import find, function_around, name_of
from mindport.report import Finding
from mindport.symbols.assignments import only_value
from mindport.symbols.own_steps import OPTIMIZER
from mindport.symbols.uses import Use
from mindport.texts import Text

MESSAGE = Text(
    "This optimizer is given one Parameter twice, as two of its networks share it: torch warns and moves it "
    "twice in each step, MindSpore refuses. Give it each Parameter once: list(dict.fromkeys(parameters)).",
    "两个网络共用同一 Parameter，因此传给该优化器的列表中它出现两次：torch 仅给出警告，每步更新它两次；MindSpore "
    "则会报错。请让每个 Parameter 只出现一次：list(dict.fromkeys(parameters))。",
)
SHARED = frozenset({"weight", "bias", "embedding", "embeddings", "embed", "embedding_table"})
LISTS = frozenset({"parameters", "trainable_params"})


def tied_parameter_findings(site: Site) -> Iterator[Finding]:
    """One finding for each optimizer that is given the parameters of two networks of which one is
    set to hold a part of the other."""
    tree = site.document.tree
    if tree is None or site.document.text.count("parameters()") < 2:
        return
    tied = list(_tied(tree))
    for use in site.bindings.uses if tied else ():
        if use.call is None or not site.api.is_subclass(use.symbol, OPTIMIZER):
            continue
        owners = {path.rpartition(".")[2] for path in _owners(tree, use)}
        if any(pair <= owners for pair in tied):
            span = site.document.span(use.call)
            yield Finding("MP216", "warning", use.symbol, None, "certain", MESSAGE, span)


def _tied(tree: ast.Module) -> Iterator[frozenset[str]]:
    """The two networks of ``decoder.embedding.weight = encoder.embedding.weight``, by their names."""
    for statement in find(tree, ast.Assign):
        match statement:
            case ast.Assign([ast.Attribute() as target], ast.Attribute() as value):
                names = frozenset(map(_network, (target, value)))
                same = target.attr == value.attr and target.attr in SHARED
                if same and len(names) == 2 and "" not in names:
                    yield names


def _network(part: ast.Attribute) -> str:
    """``encoder`` for ``self.encoder.embedding.weight``."""
    names = path_of(part)
    own = [] if names is None else [name for name in names.split(".") if name != "self"]
    return own[0] if len(own) > 1 else ""


def _owners(tree: ast.Module, use: Use) -> Iterator[str]:
    """The networks of which all parameters are given to an optimizer in one list."""
    call = use.call
    given = [] if call is None else call.args[:1]
    given += [k.value for k in (() if call is None else call.keywords) if k.arg == "params"]
    for node in given:
        yield from _listed(function_around(tree, node) or tree, node)


def _listed(function: ast.AST, node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Name(name):
            value = only_value(name, function)
            if value is not None and not isinstance(value, ast.Name):
                yield from _listed(function, value)
        case ast.BinOp(left, ast.Add(), right):
            yield from _listed(function, left)
            yield from _listed(function, right)
        case ast.Call(ast.Attribute(owner, method), [], []) if method in LISTS:
            yield path_of(owner) or ""
        case ast.Call(func=called, args=parts) if name_of(called) in ("list", "chain"):
            for part in parts:
                yield from _listed(function, part)
