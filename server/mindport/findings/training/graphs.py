"""Which names stand for what torch differentiates: results of networks, and what is made of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mindport.findings.training.facts import Facts
from mindport.findings.training.forward import HARMLESS, KEEP_ARGUMENTS, stops_gradients
from mindport.findings.training.names import (
    CUTS,
    PURE,
    own_nodes,
    path_of,
    touches,
)
from mindport.nodes import name_of
from mindport.symbols.values import FunctionInfo

NETWORK = re.compile(r"net|model|module|encoder|decoder|generator|discriminator|critic|actor"
                     r"|backbone|classifier|policy|embed|head|extractor", re.I)  # fmt: skip
# What keeps results for later: an agent its log-probabilities.
KEEPER = re.compile(rf"{NETWORK.pattern}|agent|learner|trainer|algo|^self$", re.I)
NOT_COMPUTED = ("init", "get", "make", "build", "create", "parameters", "named_", "state_dict",
                "load", "to", "cuda", "train", "eval", "children", "modules", "set_",
                "no_sync")  # fmt: skip
# Numbers, and tensors of integers and truth values.
UNDIFFERENTIABLE = CUTS | {
    "argmax", "argmin", "argsort", "multinomial", "long", "int", "bool", "byte", "isnan", "eq", "ne",
    "lt", "le", "gt", "ge", "size", "dim", "len", "str", "repr", "isinstance", "range", "numel",
    "from_numpy", "tensor", "Tensor", "FloatTensor", "DoubleTensor", "LongTensor", "IntTensor",
    "ByteTensor", "BoolTensor", "legacy_tensor", "astype", "array", "asarray", "clip_grad_norm_",
    "one_hot", "zeros_like", "ones_like", "rand_like", "randn_like", "empty_like", "full_like",
}  # fmt: skip
# What a function gives that carries no graph.
PLAIN_RESULTS = frozenset(
    {"torch.device", "torch.dtype", "torch.Size", "bool", "float", "int", "str"}
)
PLAIN_ATTRIBUTES = frozenset(
    {"shape", "dtype", "device", "ndim", "data", "grad", "requires_grad", "lr", "training"}
)
# Where batches come from.
DATA = re.compile(r"sampl|buffer|memory|replay|batch|data|loader|env|next|reset|queue", re.I)
# Methods of storages that yield batches, ``rollouts.feed_forward_generator``: no networks.
BATCHES = re.compile(r"\.(?:\w*batch|feed_?forward|recurr?ent)\w*generator$", re.I)
# What takes a value to show it.
LOGS = KEEP_ARGUMENTS - {"append", "add", "extend", "insert", "put"}
CONTAINERS = frozenset({"get", "pop", "popleft", "items", "keys", "values", "copy"})

Held = Mapping[str, ast.stmt]
"""Paths that carry a graph, and the statement that gave it to each."""


@dataclass(frozen=True)
class _Summary:
    """What a call of one of the file's functions does, whatever it is given."""

    gives: bool
    keeps: frozenset[str]
    """The paths of its object that carry a graph afterwards, ``self`` itself among them."""


@dataclass(frozen=True)
class Graphs:
    """``strict``: calls of what the file does not show give results with a graph."""

    facts: Facts
    strict: bool = False
    stopped: bool = False
    """Inside of ``no_grad``: what is computed has no graph, what is only named keeps it."""
    _known: dict[ast.AST, _Summary] = field(default_factory=dict)
    _open: set[ast.AST] = field(default_factory=set)
    """Functions whose results are being looked at: recursive calls are not followed."""

    def after(self, statements: Sequence[ast.stmt], held: Held) -> dict[str, ast.stmt]:
        """The paths that carry a graph behind ``statements``."""
        found = dict(held)
        for statement in statements:
            found = self._statement(statement, found)
        return found

    def given(
        self, target: ast.expr, value: ast.expr, held: Held, by: ast.stmt
    ) -> dict[str, ast.stmt]:
        """``held`` after an assignment or a round of a loop."""
        if isinstance(target, ast.Tuple | ast.List):
            values: Sequence[ast.expr] = [value] * len(target.elts)
            if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
                values = value.elts
            carried = [self.carries(part, held) for part in values]
            if values and all(carried) and isinstance(value, ast.Call):
                carried = self._each(value, len(values), held) or carried
            found = dict(held)
            for item, carries in zip(target.elts, carried, strict=True):
                found = self._stored(item, carries, found, by)
            return found
        return self._stored(target, self.carries(value, held), held, by)

    def carries(self, node: ast.AST, held: Held) -> bool:
        """Whether the value of an expression may carry a graph."""
        match node:
            case ast.Constant() | ast.JoinedStr() | ast.Compare() | ast.Lambda():
                return False
            case ast.Attribute(attr=name) if name in PLAIN_ATTRIBUTES:
                return False
            case ast.Attribute(attr="weight" | "bias"):
                return True
            case ast.Name() | ast.Attribute() | ast.Subscript():
                path = path_of(node)
                if path in self.facts.parameters:
                    return not self.stopped
                if path is not None:
                    return any(touches(path, other) for other in held)
                return self.carries(node.value, held) if not isinstance(node, ast.Name) else False
            case ast.IfExp():
                return self.carries(node.body, held) or self.carries(node.orelse, held)
            case ast.Tuple() | ast.List() | ast.Dict() | ast.Starred() | ast.NamedExpr():
                pass
            case _ if self.stopped:
                return False
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                inner: Held = held
                for loop in node.generators:
                    inner = self.given(loop.target, loop.iter, inner, ast.Pass())
                return self.carries(node.elt, inner)
            case ast.Call():
                return self._call(node, held)
        return any(self.carries(child, held) for child in ast.iter_child_nodes(node))

    def _call(self, node: ast.Call, held: Held) -> bool:
        function = node.func
        name = name_of(function)
        path = path_of(function)
        if name in UNDIFFERENTIABLE or name in self.facts.ungraded:
            return False
        given = any(self.carries(a, held) for a in (*node.args, *(k.value for k in node.keywords)))
        if given or any(_asks_for_gradient(keyword) for keyword in node.keywords):
            return True
        if isinstance(function, ast.Name):
            if function.id in PURE or function.id in self.facts.imported:
                return False
        elif isinstance(function, ast.Attribute):
            if self.facts.is_library(function):
                return False
            if self.carries(function.value, held):
                return True
            if (
                self.facts.is_tensor_method(name)
                or self.facts.is_inplace_method(name)
                or name in CONTAINERS
            ):
                return False
        if path is None:
            return self.strict
        callee = self.facts.site.bindings.callees.get(node)
        if callee is not None and isinstance(callee.info, FunctionInfo):
            result = callee.info.result
            if result is not None and result.name in PLAIN_RESULTS:
                return False
        return self._gives(path, name, own=self._summaries(function))

    def _each(self, call: ast.Call, count: int, held: Held) -> list[bool] | None:
        """Which of the values carry a graph that a call of the file's own functions gives.

        None where they are not seen, or are given something with a graph.
        """
        function, facts = call.func, self.facts
        name = name_of(function)
        own = [
            definition
            for definition in facts.functions.get(name, ())
            if _is_method(definition) == isinstance(function, ast.Attribute)
            and facts.may_be_called(call, definition)
        ]
        given = (*call.args, *(keyword.value for keyword in call.keywords))
        if not own or name in facts.assigned or any(self.carries(a, held) for a in given):
            return None
        if self.carries(function.value, held) if isinstance(function, ast.Attribute) else False:
            return None
        if self._open & set(own):
            return None
        found = [False] * count
        for definition in own:
            self._open.add(definition)
            inside = self.after(definition.body, {})
            self._open.discard(definition)
            nodes = [node for statement in definition.body for node in own_nodes(statement)]
            for value in (node.value for node in nodes if isinstance(node, ast.Return)):
                if not isinstance(value, ast.Tuple) or len(value.elts) != count:
                    return None
                for index, item in enumerate(value.elts):
                    found[index] |= self.carries(item, inside)
        return found

    def _gives(self, path: str, name: str, own: list[_Summary]) -> bool:
        """Whether a call of what stands at ``path`` computes something with a network."""
        if path in self.facts.networks:
            return True
        if own:
            return any(summary.gives for summary in own)
        if name == "apply" and path.rpartition(".")[0] in self.facts.networks:
            return False  # the network itself
        if name[:1].isupper() or BATCHES.search(path):
            return False
        own_method = path.startswith("self.") and path.count(".") == 1
        if NETWORK.search(path) or own_method:
            return self.strict or not name.startswith(NOT_COMPUTED)
        return self.strict and DATA.search(path) is None

    def _summaries(self, function: ast.expr) -> list[_Summary]:
        """Those of the file's functions that may be called here."""
        name = name_of(function)
        methods = isinstance(function, ast.Attribute)
        found = [d for d in self.facts.functions.get(name, ()) if _is_method(d) == methods]
        return [self._summary(definition) for definition in found]

    def _summary(self, function: ast.FunctionDef) -> _Summary:
        if function not in self._known:
            self._known[function] = _Summary(False, frozenset())  # of a recursive call
            held = self.after(function.body, {})
            gives = any(
                isinstance(node, ast.Return)
                and node.value is not None
                and self.carries(node.value, held)
                for statement in function.body
                for node in own_nodes(statement)
            )
            keeps = frozenset(p for p in held if p == "self" or p.startswith("self."))
            self._known[function] = _Summary(gives, keeps)
        return self._known[function]

    def _statement(self, statement: ast.stmt, held: Held) -> dict[str, ast.stmt]:
        match statement:
            case ast.With() if stops_gradients(self.facts, statement):
                return replace(self, stopped=True, _known={}).after(statement.body, held)
            case ast.With() | ast.AsyncWith():
                return self.after(statement.body, self._kept(statement.items, statement, held))
            case ast.If():
                held = self._kept([statement.test], statement, held)
                return self.after(statement.orelse, held) | self.after(statement.body, held)
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(statement, held)
            case ast.Try():
                found = dict(held)
                blocks = [statement.body, *(h.body for h in statement.handlers)]
                for block in (*blocks, statement.orelse, statement.finalbody):
                    found |= self.after(block, found)
                return found
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return dict(held)
        found = self._kept([statement], statement, held)
        match statement:
            case ast.Assign():
                for target in statement.targets:
                    found = self.given(target, statement.value, found, statement)
            case ast.AnnAssign() if statement.value is not None:
                found = self.given(statement.target, statement.value, found, statement)
            case ast.AugAssign() if self.carries(statement.value, held):
                found = self._stored(statement.target, True, found, statement)
        return found

    def _loop(self, loop: ast.For | ast.AsyncFor | ast.While, held: Held) -> dict[str, ast.stmt]:
        found = dict(held)
        while True:
            inner: Held = found
            if isinstance(loop, ast.For | ast.AsyncFor):
                inner = self.given(
                    loop.target, loop.iter, self._kept([loop.iter], loop, inner), loop
                )
            behind = found | self.after(loop.body, inner)
            if behind.keys() == found.keys():
                return self.after(loop.orelse, found)
            found = behind

    def _stored(
        self, target: ast.expr, carried: bool, held: Held, by: ast.stmt
    ) -> dict[str, ast.stmt]:
        found = dict(held)
        if isinstance(target, ast.Starred):
            target = target.value
        if isinstance(target, ast.Tuple | ast.List):
            for item in target.elts:
                found = self._stored(item, carried, found, by)
            return found
        part = isinstance(target, ast.Subscript)
        while isinstance(target, ast.Subscript):
            target = target.value
        path = path_of(target)
        if path is None:
            return found
        if carried:
            found.setdefault(path, by)
        elif not part:
            found = {p: s for p, s in found.items() if p != path and not p.startswith(f"{path}.")}
        return found

    def _kept(self, nodes: Iterable[ast.AST], by: ast.stmt, held: Held) -> dict[str, ast.stmt]:
        """``held`` with the objects that the calls in ``nodes`` leave a graph in."""
        found = dict(held)
        for node in nodes:
            alone = node.value if isinstance(node, ast.Expr) else None
            for call in own_nodes(node):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                    receiver = path_of(call.func.value)
                    if receiver is None:
                        continue
                    kept: Collection[str] = self._keeps(call.func, receiver)
                    if call is alone and self._stores(call, call.func, found):
                        kept = {"self"}
                    for path in kept:
                        found.setdefault(f"{receiver}{path.removeprefix('self')}", by)
        return found

    def _stores(self, call: ast.Call, function: ast.Attribute, held: Held) -> bool:
        """``log_probs.append(log_prob)``: what is given to it is there later."""
        callee = self.facts.site.bindings.callees.get(call)
        if callee is not None and callee.kind == "function":
            return False  # of a module
        if function.attr in LOGS or self.facts.is_library(function):
            return False
        return any(self.carries(a, held) for a in (*call.args, *(k.value for k in call.keywords)))

    def _keeps(self, function: ast.Attribute, receiver: str) -> Collection[str]:
        """What of an object may hold something with a graph after a call of its method.

        As paths of its ``self``.
        """
        name, facts = function.attr, self.facts
        if name in HARMLESS | UNDIFFERENTIABLE | {"requires_grad_"} or name in facts.ungraded:
            return ()
        if facts.is_library(function) or facts.is_tensor_method(name):
            return ()
        if name in KEEP_ARGUMENTS or name in CONTAINERS:
            return ()
        own = self._summaries(function)
        if name == "forward" and not (own and receiver == "self"):
            return ()
        path = f"{receiver}.{name}"
        if path in facts.networks or f"self.{name}" in facts.attributes:
            return ()
        if name == "apply" and receiver in facts.networks:
            return ()  # each of its layers is handed to a function
        if own:
            return frozenset().union(*(summary.keeps for summary in own))
        if self.stopped or name.startswith(NOT_COMPUTED) or "forward" in name:
            return ()
        return ("self",) if KEEPER.search(receiver) or receiver in facts.networks else ()


def _asks_for_gradient(keyword: ast.keyword) -> bool:
    wanted = keyword.arg == "requires_grad"
    return wanted and not (isinstance(keyword.value, ast.Constant) and not keyword.value.value)


def _is_method(function: ast.FunctionDef) -> bool:
    arguments = [*function.args.posonlyargs, *function.args.args]
    return bool(arguments) and arguments[0].arg in ("self", "cls")
