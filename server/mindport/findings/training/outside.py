"""Gradients that come to a loss from what is computed around its function."""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Collection, Iterator, Sequence

from mindport.findings.training import obstacles as told
from mindport.findings.training.events import Event
from mindport.findings.training.forward import given_anew, stops_gradients
from mindport.findings.training.graphs import DATA, NETWORK, Held
from mindport.findings.training.liveness import read_first
from mindport.findings.training.model import Draft
from mindport.findings.training.names import (
    bound_names,
    graph_paths,
    path_of,
    read_names,
    read_paths,
    root_of,
    stored_paths,
    touches,
)
from mindport.findings.training.obstacles import Obstacle
from mindport.nodes import called_from, find, name_of
from mindport.texts import Text

CRITERION = re.compile(r"crit|loss|entropy|mse|bce|nll|objective", re.I)
# What a network has given already.
RESULT = re.compile(r"out|pred|logit|hat\b|fake|recon|feat|emb|hidden|score|prob|dist|mean|mu\b|std|var"
                    r"|val(?!id)|repr|\bz|\bh\b|loss|action", re.I)  # fmt: skip
CHOSEN = re.compile(r"^(?:\w+_)?actions?$", re.I)
OF_CONTAINERS = frozenset(
    {name for kind in (list, dict, set, deque) for name in vars(kind) if not name.startswith("_")}
    | {"format", "join", "sample", "log_prob", "entropy", "write", "info", "debug", "log",
       "zero_grad", "train", "eval", "scale"}
)  # fmt: skip
# What distributions have as well; networks that say such a thing compute it.
COMPUTED = frozenset({"sample", "log_prob", "entropy"})
PLAIN = frozenset({"len", "float", "int", "range", "zip", "enumerate", "sum", "print", "list",
                   "tuple", "dict", "min", "max", "abs", "isinstance", "next", "iter"})  # fmt: skip


def taken_from_outside(
    draft: Draft,
    statements: Sequence[ast.stmt],
    receivers: Sequence[ast.expr],
    anchor: ast.stmt,
    loops: Sequence[ast.AST],
    but: Collection[str] = (),
) -> Iterator[Obstacle]:
    """What gives a graph to ``statements`` and ``receivers``, which begin at ``anchor``.

    The paths of ``but`` are known to give none.

    Of what stands outside all ``loops`` that is only views of parameters: other graphs are gone
    after the first backward call.
    """
    wanted = graph_reads(statements, receivers)
    for path, statement in graphs_before(draft, anchor, loops).items():
        if path not in but and any(touches(path, read) for read in wanted):
            yield Obstacle(statement, told.OUTSIDE)


def graphs_before(draft: Draft, anchor: ast.stmt, loops: Sequence[ast.AST]) -> Held:
    """What carries a graph in front of a statement: made in ``loops``, or views of parameters."""
    held: Held = {}
    for owner, before in _around(draft, anchor):
        inside = not loops or owner in loops or _is_inside(draft, owner, loops)
        if isinstance(owner, ast.For) and inside:
            held = draft.graphs.given(owner.target, owner.iter, held, owner)
        if inside:
            held = draft.graphs.after(before, held)
        for other in before:
            if _is_view(draft, other) and not stops_gradients(draft.facts, other):
                held = {**dict.fromkeys(stored_paths(other), other), **held}
    return held


def kept_by_others(
    draft: Draft,
    statements: Sequence[ast.stmt],
    receivers: Sequence[ast.expr],
    block: Sequence[ast.stmt],
) -> Iterator[Obstacle]:
    """What ``statements`` of ``block`` read of lists that other functions of the file fill with graphs.

    ``policy.log_probs`` where ``select_action`` has ``policy.log_probs.append(m.log_prob(a))``,
    unless the block itself calls that function.
    """
    fills = [*draft.facts.fills, *_set_by_others(draft)]
    wanted = graph_reads(statements, receivers) if fills else ()
    called = {
        name_of(node.func)
        for statement in (*block, *receivers)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
    }
    for path in sorted(wanted):
        for function, filled in fills:
            if function is draft.code.root or function.name in called:
                continue
            held = draft.graphs.after(function.body, {})
            if any(_is_same(path, one) and one in held for one in filled):
                yield Obstacle(
                    _reading(path, statements, receivers), told.kept_by(path, function.name)
                )
                break


def _set_by_others(draft: Draft) -> Iterator[tuple[ast.FunctionDef, frozenset[str]]]:
    """Other methods of the same object, with the attributes that they set and this one does not.

    What this one calls is looked at where it does.
    """
    root, facts = draft.code.root, draft.facts
    tree = facts.site.document.tree
    own = facts.ancestors(root) if isinstance(root, ast.FunctionDef) else []
    if tree is None or not own:
        return
    called = called_from(tree, [root])
    here = stored_paths(root) | facts.networks
    here |= {path_of(call.func) or "" for call in find(root, ast.Call)}
    for function, paths in facts.sets:
        others = facts.ancestors(function) if paths - here and function not in called else []
        if others and (own[0] in others or others[0] in own):
            yield function, paths - here


def _is_same(path: str, other: str) -> bool:
    """Whether two functions may mean one thing: an attribute of any object, or a global name."""
    one, two = (text.rpartition(".") for text in (path, other))
    return path == other or (one[2] == two[2] and bool(one[1] and two[1]))


def _reading(path: str, statements: Sequence[ast.stmt], receivers: Sequence[ast.expr]) -> ast.AST:
    nodes = (*statements, *receivers)
    return next(node for node in nodes if path in graph_paths(node))


def elsewhere(draft: Draft, event: Event) -> Text:
    """Why nothing before a backward call computes its loss."""
    given = read_names(event.receiver) & draft.code.parameters if event.receiver else ()
    return told.given_loss(", ".join(sorted(given))) if given else told.LOSS_ELSEWHERE


def graph_reads(statements: Sequence[ast.stmt], receivers: Sequence[ast.expr]) -> set[str]:
    """The paths whose graph ``statements`` and ``receivers`` take from before them."""
    bound = {name for statement in statements for name in bound_names(statement)}
    bound -= read_first(statements)
    found: set[str] = set()
    for node in (*statements, *receivers):
        found |= {path for path in graph_paths(node) if root_of(path) not in bound}
        if isinstance(node, ast.stmt):
            bound |= given_anew(node)
    return found


def _around(draft: Draft, anchor: ast.stmt) -> list[tuple[ast.AST, Sequence[ast.stmt]]]:
    """The blocks around a statement up to it, from the outside; each with what it belongs to."""
    found = []
    statement: ast.AST = anchor
    while isinstance(statement, ast.stmt) and statement is not draft.code.root:
        place = draft.code.place(statement)
        found.append((place.owner, place.block[: place.index]))
        statement = place.owner
    return found[::-1]


def _is_inside(draft: Draft, owner: ast.AST, loops: Sequence[ast.AST]) -> bool:
    if not isinstance(owner, ast.stmt) or owner is draft.code.root:
        return False
    return any(outer in loops for outer in draft.code.owners(owner))


def _is_view(draft: Draft, statement: ast.stmt) -> bool:
    """``w = layer.weight.t()``: a view of a parameter has its gradient wherever it was made.

    An optimizer, ``SGD([{"params": layer.weight}])``, has none; where layers share a parameter,
    ``head.weight = layer.weight``, nothing is computed.
    """
    match statement:
        case ast.Assign(
            [ast.Attribute(attr="weight" | "bias")], ast.Attribute(attr="weight" | "bias")
        ):
            return False
    if not isinstance(statement, ast.Assign) or _makes_optimizer(draft, statement.value):
        return False
    return any(
        isinstance(node, ast.Attribute) and node.attr in ("weight", "bias")
        for node in ast.walk(statement.value)
    )


def _makes_optimizer(draft: Draft, value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and draft.facts.symbols.get(value.func, "").startswith(
        "torch.optim."
    )


def _runs_network(
    draft: Draft, name: str, of_network: bool = False, seen: frozenset[str] = frozenset()
) -> bool:
    """Whether a function of the file, ``_calc_loss``, calls one of the file's networks, or a method
    of one that does: ``self.ac.evaluate(states)``. A network's own method calls its layers."""
    seen |= {name}
    for function in draft.facts.functions.get(name, ()):
        for call in find(function, ast.Call):
            path, method = path_of(call.func), name_of(call.func)
            owner = path_of(call.func.value) if isinstance(call.func, ast.Attribute) else None
            is_method = method in draft.facts.functions
            if path in draft.facts.networks or (of_network and owner == "self" and not is_method):
                return True
            inner = owner in draft.facts.networks or (of_network and owner == "self")
            follows = (inner or owner == "self") and is_method and method not in seen
            if follows and _runs_network(draft, method, inner, seen):
                return True
    return False


def _is_of_network(draft: Draft, call: ast.Call) -> bool:
    """``model.loss(x, y)``: a method of a network that is given nothing but data.

    Of ``model.loss(out, y)`` the gradients may come with the arguments. ``actor.log_prob(state,
    action)`` computes with its network, whatever chose the action.
    """
    if not isinstance(call.func, ast.Attribute):
        return False
    receiver = path_of(call.func.value) or ""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    paths = [path for argument in given for path in read_paths(argument)]
    names = [path.rpartition(".")[2] for path in paths]
    if "prob" in call.func.attr:
        names = [name for name in names if not CHOSEN.search(name)]
    if not given and receiver in draft.facts.networks:
        return call.func.attr in draft.facts.functions
    if not paths or any(RESULT.search(name) for name in names):
        return False
    if receiver in draft.facts.networks or NETWORK.search(receiver):
        return True
    return receiver != "self" and all(_is_drawn(draft, path) for path in paths)


def _is_left_to_classes_below(draft: Draft, call: ast.Call) -> bool:
    """``self.compute_loss(batch)`` of a method that only raises: each class below says how.

    Of ``self.compute_loss(out, y)`` the gradients may come with the arguments.
    """
    name = name_of(call.func)
    functions = draft.facts.functions.get(name, [])
    if path_of(call.func) != f"self.{name}" or not functions:
        return False
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    paths = [path for argument in given for path in read_paths(argument)]
    are_data = all(_is_drawn(draft, path) or DATA.search(path) for path in paths)
    return are_data and all(map(_only_raises, functions))


def _only_raises(function: ast.FunctionDef) -> bool:
    """Whether nothing is done but to raise, or to say what the method is for."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    if any(name_of(decorator) == "abstractmethod" for decorator in function.decorator_list):
        return all(isinstance(statement, ast.Pass | ast.Raise | ast.Expr) for statement in body)
    return len(body) == 1 and isinstance(body[0], ast.Raise)


def _is_drawn(draft: Draft, path: str) -> bool:
    """Whether a name is the target of a loop over data: it has no graph, so the method has."""
    return any(
        isinstance(loop, ast.For)
        and root_of(path) in bound_names(loop.target)
        and DATA.search(ast.unparse(loop.iter)) is not None
        for loop in ast.walk(draft.code.root)
    )


def calls_network(draft: Draft, node: ast.AST) -> bool:
    """Whether something is called that may be a network, and not just a loss."""
    facts = draft.facts
    for inner in ast.walk(node):
        if not isinstance(inner, ast.Call):
            continue
        function = inner.func
        name = name_of(function)
        if isinstance(function, ast.Attribute) and (
            facts.is_library(function) or facts.is_tensor_method(name) or name in OF_CONTAINERS
        ):
            held = path_of(function.value)
            if held == "self" and _runs_network(draft, name):
                return True
            if name in COMPUTED and held in facts.networks:
                return True
            continue
        if name in PLAIN or (isinstance(function, ast.Name) and name in facts.imported):
            continue
        if path_of(function) in facts.networks:
            return True
        given = [path_of(a) or "" for a in inner.args]
        handed = any(NETWORK.search(path) for path in given)
        if CRITERION.search(name) and not handed and not NETWORK.search(name):
            if _runs_network(draft, name) or _is_of_network(draft, inner):
                return True
            if _is_left_to_classes_below(draft, inner):
                return True
            continue
        return True
    return any(
        (isinstance(inner, ast.Attribute) and inner.attr in ("weight", "bias", "parameters"))
        or (isinstance(inner, ast.Name | ast.Attribute) and path_of(inner) in facts.parameters)
        for inner in ast.walk(node)
    )
