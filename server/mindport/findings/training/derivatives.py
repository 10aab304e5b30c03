"""Derivatives by inputs: ``torch.autograd.grad(y, x)``, and ``x.grad`` behind ``y.backward()``.

Those by a network's parameters, ``torch.autograd.grad(loss, net.parameters())``, have no inputs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mindport.findings.training import obstacles as told
from mindport.findings.training.auxiliary import are_no_tensors
from mindport.findings.training.derivative_arguments import (
    arguments_of,
    is_off,
    is_ones,
    names_in,
    only,
    taken,
)
from mindport.findings.training.events import OTHERS
from mindport.findings.training.forward import (
    blocking,
    changed_paths,
    forward_indices,
    given_anew,
    stops_gradients,
)
from mindport.findings.training.given_dicts import dicts_among
from mindport.findings.training.layout import shares_line
from mindport.findings.training.leaves import clears_of, is_leaf_mark
from mindport.findings.training.liveness import live_after, read_first
from mindport.findings.training.model import Draft
from mindport.findings.training.names import (
    bound_names,
    graph_paths,
    own_nodes,
    path_of,
    read_names,
    read_paths,
    touches,
)
from mindport.findings.training.obstacles import Obstacle
from mindport.findings.training.outside import (
    CRITERION,
    calls_network,
    graph_reads,
    taken_from_outside,
)
from mindport.findings.training.parameter_loops import parameters_of
from mindport.nodes import name_of
from mindport.symbols.assignments import only_value
from mindport.symbols.uses import Use
from mindport.symbols.values import UNKNOWN, is_tensor

GRAD = "torch.autograd.grad"
DIFFERENTIATES = frozenset({"grad", "value_and_grad"})
UNTOUCHED = frozenset({"retain_graph", "only_inputs", "create_graph", "materialize_grads"})


@dataclass(frozen=True, eq=False)
class Derivative:
    """``block[first:last + 1]`` computes ``output`` from ``inputs``; it may be empty.

    Attributes:
        statement: the one behind it that asks for the gradients.
        expression: what gives them there; None for ``backward``.
        target: what alone is assigned to, if no statement in between speaks of it.
        single: whether one tensor is meant, and not a tuple.
        spread: whether the one of ``inputs`` is a list of tensors.
        weight: ``grad_outputs`` that are not ones.
        others: names that the block binds and that are read later, ``output`` left out.
        carried: names that it reads before it binds them.
        is_read: whether ``output`` is read later.
        has_graph: whether the gradients may carry a graph: they can be differentiated again, or never are.
        asked: what says so when it runs, if the source leaves that open.
        weights: what lists the parameters of a network, where they take the place of inputs.
        in_tuple: whether ``others`` are one result.
        dicts: those of ``others`` that are given as keys and values.
        joined: those of the same output by other inputs.
        reads: where the gradient is read, if it is the attribute of a tensor.
        gone: statements that clear gradients.
        lines: where a name is the tensor that is meant, if it is another one elsewhere: the line of
            its first statement, and the line behind its last one.
    """

    call: ast.Call
    statement: ast.stmt
    expression: ast.expr | None
    target: ast.expr | None
    inputs: tuple[str, ...]
    single: bool
    output: ast.expr
    weight: ast.expr | None
    block: Sequence[ast.stmt]
    first: int
    last: int
    others: tuple[str, ...]
    carried: tuple[str, ...]
    is_read: bool
    has_graph: bool
    in_tuple: bool = False
    joined: tuple[Derivative, ...] = ()
    reads: tuple[ast.Attribute, ...] = ()
    gone: tuple[ast.stmt, ...] = ()
    lines: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    spread: bool = False
    asked: ast.expr | None = None
    weights: ast.expr | None = None
    dicts: tuple[str, ...] = ()

    @property
    def nodes(self) -> set[ast.AST]:
        """Everything that speaks of its gradients, and goes with it."""
        return {n for clear in self.gone for n in ast.walk(clear)} | set(self.reads)

    @property
    def statements(self) -> Sequence[ast.stmt]:
        return self.block[self.first : self.last + 1]

    @property
    def every_input(self) -> tuple[str, ...]:
        return (*self.inputs, *(name for other in self.joined for name in other.inputs))

    def with_joined(self, others: Sequence[Derivative]) -> Derivative:
        """This one with those of ``others`` that one call gives as well."""
        joined: list[Derivative] = []
        for other in others if self._joins() else ():
            same = (other.first, other.last) == (self.first, self.last)
            if (
                other._joins()
                and other.block is self.block
                and same
                and ast.dump(other.output) == ast.dump(self.output)
                and other.has_graph == self.has_graph
                and other.inputs[0] not in (*self.inputs, *(d.inputs[0] for d in joined))
            ):
                joined.append(other)
        order = dict.fromkeys(name for d in (self, *joined) for name in d.others)
        return replace(
            self,
            others=tuple(order),
            in_tuple=self.in_tuple and all(d.in_tuple or not d.others for d in joined),
            dicts=tuple(dict.fromkeys(name for d in (self, *joined) for name in d.dicts)),
            is_read=any(d.is_read for d in (self, *joined)),
            joined=tuple(joined),
        )

    def _joins(self) -> bool:
        plain = isinstance(self.target, ast.Name) and self.single
        alone = self.weight is not None or self.asked is not None
        return plain and isinstance(self.output, ast.Name) and not alone


def derivative_of(draft: Draft, use: Use) -> Derivative | list[Obstacle]:
    """What a call of ``torch.autograd.grad`` asks for, or what stands in the way."""
    call = use.call
    if call is None or draft.code.statement(call) is None:
        return [Obstacle(use.node, told.IN_EXPRESSION)]
    statement = draft.code.statement(call)
    assert statement is not None
    given = arguments_of(call)
    if given is None or not isinstance(
        statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr | ast.Return
    ):
        return [Obstacle(call, told.DERIVATIVE_FORM)]
    output, inputs = only(given["outputs"]), names_in(given["inputs"])
    network = listed_network(draft, given["inputs"])
    inputs = () if network is not None else inputs
    if output is None or inputs is None:
        return [Obstacle(call, told.DERIVATIVE_INPUTS)]
    for name in given:
        known = {*UNTOUCHED, "outputs", "inputs", "grad_outputs", "allow_unused"}
        if network is not None:
            known -= {"create_graph", "allow_unused", "materialize_grads"}
        if name not in known and not is_off(given[name]):
            return [Obstacle(call, told.backward_argument(name))]
    spread = network is None and _is_list(draft, given["inputs"])
    expression, target, single = taken(
        draft, call, statement, len(inputs), spread or network is not None
    )
    if (
        not spread
        and network is None
        and expression is call
        and target is None
        and isinstance(given["inputs"], ast.Name)
    ):
        value = draft.facts.site.bindings.values.get(given["inputs"], UNKNOWN)
        if not is_tensor(value):  # it may stand for several
            return [Obstacle(call, told.DERIVATIVE_INPUTS)]
    block, index = draft.code.place(statement).block, draft.code.place(statement).index
    weight = given.get("grad_outputs")
    if isinstance(weight, ast.List | ast.Tuple) and len(weight.elts) == 1:
        weight = weight.elts[0]
    if weight is not None and is_off(weight):
        weight = None
    if weight is not None and is_ones(weight, block[:index]):
        weight = None
    create = given.get("create_graph")
    found = derivative(
        draft, call, statement, expression, target, inputs, single, output, weight,
        has_graph=create is not None and not is_off(create), spread=spread, network=network,
    )  # fmt: skip
    if isinstance(found, Derivative) and network is not None:
        never = _are_never_differentiated(draft)
        return replace(found, weights=given["inputs"], has_graph=never)
    if isinstance(found, Derivative) and not isinstance(create, ast.Constant | None):
        found = replace(found, asked=create)
    unused = given.get("allow_unused")
    if isinstance(found, list) or unused is None or is_off(unused):
        return found
    if all(_is_counted_with(found, name) for name in inputs):
        return found
    return [Obstacle(call, told.backward_argument("allow_unused"))]


def _is_counted_with(found: Derivative, name: str) -> bool:
    """Whether the output is surely made of a tensor: an operator or a method takes it."""
    for node in (node for part in (*found.statements, found.output) for node in ast.walk(part)):
        taken: list[ast.expr] = []
        if isinstance(node, ast.BinOp):
            taken = [node.left, node.right]
        elif isinstance(node, ast.Attribute):
            taken = [node.value]
        if any(isinstance(item, ast.Name) and item.id == name for item in taken):
            return True
    return False


def derivative(
    draft: Draft,
    call: ast.Call,
    statement: ast.stmt,
    expression: ast.expr | None,
    target: ast.expr | None,
    inputs: tuple[str, ...],
    single: bool,
    output: ast.expr,
    weight: ast.expr | None,
    *,
    has_graph: bool,
    spread: bool = False,
    network: str | None = None,
) -> Derivative | list[Obstacle]:
    """The derivative that ``statement`` asks for, or what stands in the way.

    By ``inputs``, or by the parameters of ``network``.
    """
    place = draft.code.place(statement)
    block, index = place.block, place.index
    chosen = _computing(draft, statement, output, inputs)
    if network is not None:
        chosen = _behind_data(draft, block, chosen, network, call)
    first, last = (chosen[0], chosen[-1]) if chosen else (index, index - 1)
    statements = block[first : last + 1]
    between = block[last + 1 : index]
    obstacles = list(_obstacles(draft, statements, statement))
    if not chosen and isinstance(output, ast.Name):
        obstacles.append(Obstacle(call, told.OUTPUT_ELSEWHERE))
    if not obstacles and network is not None:
        obstacles.extend(_from_elsewhere(draft, statements, output, network, statement))
    wanted = graph_reads(statements, [output])
    for name in inputs:
        if not obstacles and not any(touches(name, path) for path in wanted):
            obstacles.append(Obstacle(call, told.not_made_of(name)))
        elif any(touches(p, w) for p in _derived(draft, statement, first, name) for w in wanted):
            obstacles.append(Obstacle(call, told.made_before(name)))
    if spread:
        obstacles += (Obstacle(around, told.goes_around(inputs[0]))
                      for around in _goes_around(draft, (*statements, output), inputs[0]))  # fmt: skip
    for asked in (output,) if weight is None else (output, weight):
        if any(read_names(asked) & bound_names(s) for s in between):
            obstacles.append(Obstacle(asked, told.OUTSIDE))
    if obstacles:
        return obstacles
    bound = {name for s in statements for name in bound_names(s)}
    later = _later(draft, call, statement, between, weight)
    if isinstance(draft.code.root, ast.Module) and expression is None:
        later |= {node.id for node in (output,) if isinstance(node, ast.Name)}  # a script's result
    is_read = isinstance(output, ast.Name) and output.id in later and weight is None
    mine = {output.id} if isinstance(output, ast.Name) and weight is None else set()
    order = dict.fromkeys(n.id for s in statements for n in _in_order(s) if n.id in bound)
    others = tuple(name for name in order if name in later and name not in mine)
    carried = tuple(sorted(read_first(statements) & bound - set(inputs)))
    if spread and carried:
        return [Obstacle(call, told.DERIVATIVE_INPUTS)]
    return Derivative(
        call,
        statement,
        expression,
        target if target is not None and not _mentions(between, target) else None,
        inputs,
        single,
        output,
        weight,
        block,
        first,
        last,
        others,
        carried,
        is_read,
        has_graph,
        are_no_tensors(draft, statements, others),
        spread=spread,
        dicts=dicts_among(
            draft, (*statements, ast.Expr(output)), [n for n in others if n not in carried]
        ),
    )


def listed_network(draft: Draft, inputs: ast.expr) -> str | None:
    """The network of which ``inputs`` are all parameters that are trained, in their order."""
    if isinstance(inputs, ast.Name):
        value = only_value(inputs.id, draft.code.root)
        return (
            None if value is None or isinstance(value, ast.Name) else listed_network(draft, value)
        )
    match inputs:
        case ast.Call(ast.Name("list" | "tuple"), [listed], []):
            return listed_network(draft, listed)
        case ast.ListComp(ast.Name(name), [ast.comprehension(ast.Name(given), listed, [test])]):
            trained = isinstance(test, ast.Attribute) and test.attr == "requires_grad"
            plain = trained and path_of(test) == f"{name}.requires_grad" and given == name
            return parameters_of(listed) if plain else None
        case ast.Call(ast.Attribute()):
            return parameters_of(inputs)
    return None


def _behind_data(
    draft: Draft, block: Sequence[ast.stmt], chosen: Sequence[int], network: str, call: ast.Call
) -> list[int]:
    """``chosen`` from where it reads ``network`` first: what is in front of that are data.

    And behind what lists its parameters for ``call`` or changes them: that belongs to no graph.
    """
    listed = read_names((arguments_of(call) or {})["inputs"])
    uses = {use.call for use in draft.facts.site.bindings.uses if use.symbol in OTHERS}
    calls = uses | {event.call for event in draft.events if event.kind == "step"}

    def is_wall(statement: ast.stmt) -> bool:
        if listed & bound_names(statement):
            return True
        nodes = list(ast.walk(statement))
        if any(isinstance(n, ast.With) and stops_gradients(draft.facts, n) for n in nodes):
            return True
        made = (n for n in nodes if isinstance(n, ast.Call))
        return any(n in calls or name_of(n.func) in DIFFERENTIATES for n in made)

    walls = [position for position, index in enumerate(chosen) if is_wall(block[index])]
    rest = chosen[walls[-1] + 1 :] if walls else chosen
    reads = [any(touches(network, path) for path in read_paths(block[i])) for i in rest]
    return list(rest[reads.index(True) :]) if True in reads else []


def _are_never_differentiated(draft: Draft) -> bool:
    """Whether the gradients go into no graph: a script's, or of a function that gives nothing."""
    uses = [use for use in draft.facts.site.bindings.uses if use.symbol == GRAD]
    if draft.of("backward") or len(uses) > 1:
        return False
    return not any(
        isinstance(node, ast.Return | ast.Yield) and node.value is not None
        for node in own_nodes(draft.code.root)
    )


def _from_elsewhere(
    draft: Draft,
    statements: Sequence[ast.stmt],
    output: ast.expr,
    network: str,
    asking: ast.stmt,
) -> Iterator[Obstacle]:
    """What keeps the function from being all that leads from a network's parameters to ``output``."""
    reads = {path for node in (*statements, output) for path in read_paths(node)}
    if not any(touches(network, path) for path in reads):
        yield Obstacle(asking, told.not_made_of(network))
    anchor = statements[0] if statements else asking
    yield from taken_from_outside(draft, statements, [output], anchor, [])


def _is_list(draft: Draft, inputs: ast.expr) -> bool:
    """Whether a name stands for a list of tensors: ``fast = [p - 0.1 * g for p, g in ...]``."""
    value = draft.facts.site.bindings.values.get(inputs, UNKNOWN)
    return isinstance(inputs, ast.Name) and value.kind in ("sequence", "tuple")


def _goes_around(draft: Draft, nodes: Sequence[ast.AST], name: str) -> Iterator[ast.Call]:
    """What may call a network whose weights the list ``name`` holds, without being given them."""
    for call in (node for statement in nodes for node in ast.walk(statement)):
        if not isinstance(call, ast.Call) or name in read_names(call):
            continue
        if not CRITERION.search(name_of(call.func)) and calls_network(
            draft, ast.Call(call.func, [], [])
        ):
            yield call


def depends_on(draft: Draft, statement: ast.stmt, output: ast.expr, name: str) -> bool:
    """Whether a graph leads from the tensor ``name`` to ``output``, read in ``statement``."""
    place = draft.code.place(statement)
    chosen = _computing(draft, statement, output, (name,))
    wanted = graph_reads([place.block[i] for i in chosen], [output])
    made = _derived(draft, statement, chosen[0] if chosen else place.index, name)
    return any(touches(path, read) for path in {name, *made} for read in wanted)


def _computing(
    draft: Draft, statement: ast.stmt, output: ast.expr, inputs: Sequence[str]
) -> list[int]:
    """The indices in its block of the statements that compute ``output`` once the inputs are made."""
    place = draft.code.place(statement)
    block, index = place.block, place.index
    skip = {e.statement for e in draft.events if e.statement is not None and e.kind == "zero"}
    skip |= {clear for name in inputs for clear in clears_of(block, name)}
    made = [i for i in range(index) if _binds(block[i], inputs) or _sets(block[i], inputs)]
    begin = max(made, default=-1) + 1
    chosen = forward_indices(draft.facts, block, [output], index, skip, definitions=True)
    return [i for i in chosen if i >= begin]


def _mentions(statements: Sequence[ast.stmt], target: ast.expr) -> bool:
    names = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    return any(names & (read_names(s) | bound_names(s)) for s in statements)


def _later(
    draft: Draft,
    call: ast.Call,
    statement: ast.stmt,
    between: Sequence[ast.stmt],
    weight: ast.expr | None,
) -> set[str]:
    """The names that are read behind the block, but by the call itself."""
    place = draft.code.place(statement)
    found = set(live_after(draft.code.root.body, place.block, place.index, ()))
    for other in between:
        found |= read_names(other)
    asked = {node for node in ast.walk(call) if isinstance(node, ast.Name)}
    if weight is not None:
        asked -= set(ast.walk(weight))
    return found | {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in asked
    }


def _obstacles(
    draft: Draft, statements: Sequence[ast.stmt], asking: ast.stmt
) -> Iterator[Obstacle]:
    """What keeps ``statements`` from being one function."""
    facts = draft.facts
    for statement in (*statements[:1], *statements[-1:], asking):
        if shares_line(facts.site.document, statement):
            yield Obstacle(statement, told.SHARED_LINE)
    for node, word in blocking(statements):
        yield Obstacle(node, told.keyword(word))
    others = {use.call: use for use in facts.site.bindings.uses if use.symbol in OTHERS}
    events = {event.call: event for event in draft.events if event.kind != "zero"}
    for node in (node for statement in statements for node in ast.walk(statement)):
        if isinstance(node, ast.Call) and (node in others or node in events):
            yield Obstacle(node, told.DERIVATIVE_FIRST)
        elif isinstance(node, ast.With) and stops_gradients(facts, node):
            yield Obstacle(node.items[0].context_expr, told.NO_GRAD_INSIDE)
        elif isinstance(node, ast.Call) and name_of(node.func) in facts.uncut | facts.cut_tensors:
            yield Obstacle(node, told.STOPS_INSIDE)
        elif isinstance(node, ast.Attribute) and node.attr == "data":
            yield Obstacle(node, told.DATA_READ)


def _derived(draft: Draft, statement: ast.stmt, first: int, name: str) -> set[str]:
    """What is made of ``name`` between where it is bound and ``block[first]``."""
    before: list[ast.stmt] = []
    place = draft.code.place(statement)
    before[:0] = place.block[:first]
    owner = place.owner
    while isinstance(owner, ast.stmt) and owner is not draft.code.root:
        outer = draft.code.place(owner)
        before[:0] = outer.block[: outer.index]
        owner = outer.owner
    found: set[str] = set()
    for other in before:
        if any(clears_of([other], name)) or _sets(other, (name,)):
            continue
        if is_leaf_mark(other, name):
            found = set()  # nothing before it has a graph
            continue
        if name in bound_names(other):
            found = set()
        elif any(touches(read, path) for read in read_paths(other) for path in {name, *found}):
            found |= changed_paths(draft.facts, other) - {name}
            found |= {path for path in graph_paths(other) if path in found}
    return found


def _sets(statement: ast.stmt, names: Sequence[str]) -> bool:
    """``x.data.clamp_(-1, 1)`` and ``x.data = ...``, of which no graph knows."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Attribute(ast.Name(name), "data"), method))):
            return name in names and method.endswith("_")
        case ast.Assign([ast.Attribute(ast.Name(name), "data")]):
            return name in names
    return False


def _binds(statement: ast.stmt, names: Sequence[str]) -> bool:
    anew = given_anew(statement) | bound_names(statement)
    return bool(anew & set(names)) or any(is_leaf_mark(statement, name) for name in names)


def _in_order(statement: ast.stmt) -> list[ast.Name]:
    names = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
    return sorted(names, key=lambda n: (n.lineno, n.col_offset))
