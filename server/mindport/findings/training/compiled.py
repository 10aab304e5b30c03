"""What graph mode keeps of a function that is compiled once: the values that it had at its first call."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.training.code import BLOCKS
from mindport.findings.training.facts import Facts
from mindport.findings.training.forward import COMPUTES, changed_paths
from mindport.findings.training.lifted import Effects, Function
from mindport.findings.training.names import (
    PURE,
    own_nodes,
    path_of,
    read_paths,
    root_of,
    touches,
)
from mindport.nodes import kept, name_of, targets
from mindport.symbols.values import UNKNOWN, argument_kind

SCALES = re.compile(r"scaler\.scale$", re.I)
MODES = frozenset({"train", "eval", "set_train", "requires_grad_", "requires_grad"})
# What graph mode takes as an argument; "" is what the source does not tell.
PASSED = frozenset({"", "tensor", "int", "float", "bool", "str", "none", "tuple", "list"})
CHANGES = MODES | frozenset(
    {"add", "append", "backward", "clear", "extend", "insert", "pop", "remove", "setattr", "step",
     "update"}
)  # fmt: skip
PARAMETER = "torch.nn.Parameter"
CLEARS = "torch.nn.Module.zero_grad"
OF_TENSORS = frozenset({"shape", "dtype", "ndim", "data", "T", "device"})


def keeps_its_values(
    function: Function,
    loop: ast.stmt,
    passed: Sequence[str],
    effects: Effects,
    back: Collection[ast.Call] = (),
) -> bool:
    """Whether the values of the first call are those of the others, and arguments can be compiled.

    ``back`` are calls that give the networks back as they were.
    """
    facts, loss = function.facts, function.loss
    if (effects.methods | effects.paths) & MODES or not _computes_only(function):
        return False
    inside = {path for s in loss.statements for path in changed_paths(facts, s)} - _asked(function)
    if any(root_of(path) not in function.bound for path in inside):
        return False
    changed = set(_changed_around(function, loop, back))
    read = {path for node in (*loss.statements, *loss.losses) for path in read_paths(node)}
    for path in read - _scales(function):
        root = root_of(path)
        if root in passed or root in function.bound or root in function.inner - function.hidden:
            continue
        if any(touches(path, other) for other in changed) or effects.stores(path):
            return False
    values = facts.site.bindings.values
    for name in passed:
        kinds = {argument_kind(values.get(node, UNKNOWN)) for node in function.reads(name)}
        if not kinds <= PASSED or _is_object(function, name):
            return False
    return True


def same_modes(function: Function, loop: ast.stmt) -> Iterator[ast.Call]:
    """``net.train()`` in front of the function, in each round of the loop or of one around it: the
    network has the mode of the first call at each."""
    facts, draft = function.facts, function.draft
    place = draft.code.place(function.loss.anchor)
    blocks = [place.block[: place.index]]
    for owner in draft.code.owners(function.loss.anchor):
        if owner is loop or not isinstance(owner, ast.stmt):
            break
        outer = draft.code.place(owner)
        blocks.append(outer.block[: outer.index])
    for statement in (one for block in blocks for one in block):
        match statement:
            case ast.Expr(ast.Call(ast.Attribute(network, "train"), [], []) as call) if (
                path_of(network) in facts.networks
            ):
                yield call


def _computes_only(function: Function) -> bool:
    """Whether all that it calls is computed with tensors: of anything else graph mode keeps the result.

    A batch that is drawn in the function would be the same one for ever.
    """
    facts = function.facts
    calls = [node.func for node in function.nodes if isinstance(node, ast.Call)]
    for called in calls:
        path, name = path_of(called), name_of(called)
        if called in facts.symbols or facts.runs(called) or SCALES.search(path or ""):
            continue
        if isinstance(called, ast.Name):
            own = facts.functions.get(name, [])
            mentioned = {n.id for f in own for n in ast.walk(f) if isinstance(n, ast.Name)}
            if name in PURE or (own and not mentioned & {"np", "numpy", "random", "math"}):
                continue
            if own or COMPUTES.search(name) is None:
                return False
        elif isinstance(called, ast.Attribute):
            if facts.is_library(called):
                return False
            inside = path is not None and root_of(path) in function.bound
            if not (inside or facts.is_tensor_method(name) or COMPUTES.search(name)):
                return False
    return True


def _scales(function: Function) -> set[str]:
    """``scaler.scale`` of torch's GradScaler, whose scale is a Parameter that a graph reads at each call."""
    facts = function.facts
    return {
        path
        for called in (node.func for node in function.nodes if isinstance(node, ast.Call))
        if (path := path_of(called)) is not None
        and (
            facts.symbols.get(called, "").endswith("amp.GradScaler.scale")
            or (SCALES.search(path) and "scale" not in facts.functions)
        )
    }


def _asked(function: Function) -> set[str]:
    """``model`` of ``model.penalty()``, where all that it is asked for are methods that only compute."""
    asked, others, scales = set[str](), set[str](), _scales(function)
    for call in (node for node in function.nodes if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Attribute):
            computes = path_of(call.func) in scales or _only_computes(
                function.facts, call.func.attr
            )
            (asked if computes else others).add(path_of(call.func.value) or "")
        given = (*call.args, *(keyword.value for keyword in call.keywords))
        others |= {path_of(argument) or "" for argument in given}
    return asked - others


def _only_computes(facts: Facts, method: str) -> bool:
    """Whether functions of the file that are called so set no attribute or item, change nothing in
    place and call no other functions of the file."""
    own = facts.functions.get(method, [])
    nodes = [node for function in own for node in ast.walk(function)]
    effects = Effects.of(facts, nodes)
    sets = any(isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load) for n in nodes)
    calls = (effects.methods & facts.functions.keys()) - {method}
    in_place = any(name.endswith("_") and not name.endswith("__") for name in effects.methods)
    return bool(own) and not (
        effects.paths or sets or calls or in_place or effects.methods & CHANGES
    )


def _changed_around(
    function: Function, loop: ast.stmt, back: Collection[ast.Call]
) -> Iterator[str]:
    """The paths that the rest of the loop may change."""
    facts, inside = function.facts, function.inside
    for node in own_nodes(loop):
        if not isinstance(node, ast.stmt) or node in inside:
            continue
        if any(isinstance(getattr(node, block, None), list) for block in BLOCKS):
            parts = [c for c in ast.iter_child_nodes(node) if isinstance(c, ast.expr)]
            for part in parts:
                yield from changed_paths(facts, ast.Expr(part), back)
        elif not _changes_a_parameter(facts, node):
            yield from changed_paths(facts, node, back)
        for call in own_nodes(node):
            if not isinstance(call, ast.Call) or facts.symbols.get(call.func) == CLEARS:
                continue
            if _is_hidden(facts, path_of(call.func) or ""):
                yield "self"


def _changes_a_parameter(facts: Facts, node: ast.stmt) -> bool:
    """``model.logit_scale.data.clamp_(0, 4.6)``: a graph reads a Parameter's value at each call."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(inner, method))) if facts.is_inplace_method(method):
            held = (
                inner.value if isinstance(inner, ast.Attribute) and inner.attr == "data" else inner
            )
        case _:
            return False
    tree = facts.site.document.tree
    if tree is None or not isinstance(held, ast.Attribute) or path_of(held.value) is None:
        return False
    made = kept(tree, _made_attributes).get(held.attr, [])
    return bool(made) and all(
        isinstance(value, ast.Call) and facts.symbols.get(value.func) == PARAMETER for value in made
    )


def _made_attributes(tree: ast.Module) -> dict[str, list[ast.expr | None]]:
    """What each attribute is given anywhere in a file; None for what is no plain assignment."""
    found: dict[str, list[ast.expr | None]] = {}
    for node in ast.walk(tree):
        for target in targets(node):
            if isinstance(target, ast.Attribute):
                value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
                found.setdefault(target.attr, []).append(value)
        match node:
            case ast.Call(ast.Attribute(attr="register_buffer"), [ast.Constant(str(name)), *_]):
                found.setdefault(name, []).append(None)
    return found


def _is_hidden(facts: Facts, path: str) -> bool:
    """``self.update``, a method of a class that another file defines."""
    owner, _, name = path.rpartition(".")
    known = name in facts.functions or path in facts.attributes | facts.networks
    return owner == "self" and not known


def _is_object(function: Function, name: str) -> bool:
    """``batch.observations``: what has other attributes than a tensor."""
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and not function.facts.is_tensor_method(node.attr)
        and node.attr not in OF_TENSORS
        for node in function.nodes
    )
