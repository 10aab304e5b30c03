"""Packed sequences in graph mode (MP402): ``packed.data``, ``packed[0]``, a GRU behind what was cut.

A dict of the padded batch and its lengths takes their place, ``packed_tensors``, which recurrent layers and
``padded_tensors`` take. It has nothing else. How long the longest sequence is, is known when the network
runs: an LSTM takes such a batch, GRU and RNN of MindSpore 2.10.0 have a step for each time, as many as are
known when they are compiled, and stop.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.nodes import calls_of, find, function_around, name_of, walk
from mindport.report import Finding
from mindport.texts import Text

PARTS = Text(
    "In graph mode a packed sequence is a dict of a padded batch and its lengths, for recurrent layers and "
    "pad_packed_sequence alone; pick the items by a mask of the padded batch.",
    "静态图模式下，打包后的序列是由补齐的 batch 与其长度组成的 dict，只能传给循环网络层和 pad_packed_sequence；请用掩码从补齐的 batch 中选取元素。",
)
CUT = Text(
    "How many steps pad_packed_sequence gives is known when the network runs; in graph mode GRU and RNN stop "
    "at such a batch. Write total_length=, the steps of the padded batch.",
    "pad_packed_sequence 给出的步数在运行时才能确定；静态图模式下 GRU 和 RNN 遇到这样的 batch 会报错。请写明 "
    "total_length=，即补齐后 batch 的步数。",
)
PACKS = frozenset({"pack_padded_sequence", "packed_tensors"})
PADS = frozenset({"pad_packed_sequence", "padded_tensors"})
Bound = dict[str, list[tuple[int, bool]]]
STEPWISE = frozenset({"GRU", "RNN", "PackedGRU", "PackedRNN"})


def packed_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a part that is asked for, or a batch that a GRU may take."""
    tree = site.document.tree
    if tree is None:
        return
    packs = [call for call in find(tree, ast.Call) if _stands_for(code, call, PACKS)]
    scopes = {function_around(tree, call) or tree for call in packs}
    for scope in scopes:
        packed = _packed(code, scope)
        for node in walk(scope):
            asked = _asked(node)
            if asked is None:
                continue
            is_packed = isinstance(asked, ast.Name) and _is_packed(packed, asked.id, asked.lineno)
            if is_packed or _stands_for(code, asked, PACKS):
                yield told(site, "MP402", node, PARTS)
    if len(packs) + _further_uses(tree, packs) > 1 and _has_stepwise(tree):
        for call in find(tree, ast.Call):
            given = [one.arg for one in call.keywords]
            if _stands_for(code, call, PADS) and len(call.args) < 4 and "total_length" not in given:
                yield told(site, "MP402", call, CUT)


def _stands_for(code: Compiled, node: ast.AST | None, names: frozenset[str]) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return (code.dotted(node.func) or name_of(node.func)).rpartition(".")[2] in names


def _packed(code: Compiled, scope: ast.AST) -> Bound:
    """For each name the lines where it is bound, and whether to a packed sequence, which a layer gives
    first for one."""
    bound: Bound = {}
    for node in sorted(find(scope, ast.Assign), key=lambda one: one.lineno):
        value = node.value
        given = value.args[0] if isinstance(value, ast.Call) and value.args else None
        goes_on = (
            _stands_for(code, given, PACKS)
            or (isinstance(given, ast.Name) and _is_packed(bound, given.id, node.lineno))
        ) and not _stands_for(code, value, PADS)
        for target in node.targets:
            if isinstance(target, ast.Name):
                bound.setdefault(target.id, []).append(
                    (node.lineno, _stands_for(code, value, PACKS))
                )
            elif isinstance(target, ast.Tuple):
                for place, item in enumerate(target.elts):
                    if isinstance(item, ast.Name):
                        bound.setdefault(item.id, []).append((node.lineno, goes_on and not place))
    return bound


def _is_packed(bound: Bound, name: str, line: int) -> bool:
    """Whether the last statement above a line bound a name so."""
    before = [packed for at, packed in bound.get(name, ()) if at < line]
    return bool(before) and before[-1]


def _asked(node: ast.AST) -> ast.expr | None:
    """What is asked for a part, or taken apart."""
    match node:
        case ast.Attribute(asked) | ast.Subscript(asked):
            return asked
        case ast.Assign([ast.Tuple() | ast.List()], asked):
            return asked
    return None


def _further_uses(tree: ast.Module, packs: list[ast.Call]) -> int:
    """How often the classes that pack are made, beyond the first time."""
    owners = {
        owner.name
        for owner in find(tree, ast.ClassDef)
        if any(call in walk(owner) for call in packs)
    }
    return sum(max(0, len(calls_of(tree, name)) - 1) for name in owners)


def _has_stepwise(tree: ast.Module) -> bool:
    return any(
        (isinstance(node, ast.Attribute) and node.attr in STEPWISE)
        or (isinstance(node, ast.Name) and node.id in STEPWISE)
        for node in walk(tree)
    )
