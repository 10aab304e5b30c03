"""Follows networks through a file: which may be used before anything puts them into a mode.

Statements are gone through in the order in which they run, calls of the file's own functions and
methods included. At each place it is known which networks a name, an attribute or a container may
hold whose mode nothing has set yet; where branches meet, what either leaves unset counts.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from mindport.nodes import find, walk

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
# The calls that made the networks.
Networks: TypeAlias = frozenset[ast.Call]
# A name with the scope that binds it, or an attribute with its class: ``(scope, "nets[0]")``.
Place: TypeAlias = tuple[ast.AST, str]

NOTHING: Networks = frozenset()
SETS_MODE = frozenset({"train", "eval", "set_train"})
ADDS = frozenset({"append", "add", "insert", "extend", "update", "setdefault", "appendleft"})
GIVES_ITEMS = frozenset({"values", "items", "get", "pop", "popleft", "copy"})
LOOKS_ONLY = frozenset(
    {"print", "len", "isinstance", "id", "type", "repr", "str", "hasattr", "getattr", "setattr",
     "callable", "vars", "dir", "bool", "hash"}
)  # fmt: skip
COLLECTS = frozenset({"list", "tuple", "set", "dict", "zip", "enumerate", "iter", "next", "reversed",
                      "sorted"})  # fmt: skip
CELLS = frozenset(
    {"SequentialCell", "CellList", "CellDict", "ModuleDict"}
)  # in a file that is half migrated
GIVE_BACK = frozenset({"to", "cuda", "cpu", "half", "float", "double", "bfloat16", "requires_grad_",
                       "apply", "type", "xpu", "to_empty"})  # fmt: skip
MAKES = ("build", "create", "make", "get", "wrap", "partial", "prepare")
WRAPPERS = ("DataParallel", "DistributedDataParallel", "compile", "script")
MAX_DEPTH = 8
MAX_CALLS = 2000


@dataclass(frozen=True, slots=True)
class Names:
    """What the flow asks about names.

    Attributes:
        made: the calls that make networks.
        symbols: the torch symbol that a call calls.
        function, cls: the definition of a name at the top of the file, None for anything else.
        is_network: whether a class is a module or a cell, so that its methods are its own business.
        of_module: whether a name is one of a torch module's own methods.
        runs: whether a method of the network that a call makes may run its layers.
    """

    made: frozenset[ast.Call]
    symbols: Mapping[ast.Call, str]
    function: Callable[[str], Function | None]
    cls: Callable[[str], ast.ClassDef | None]
    is_network: Callable[[ast.ClassDef], bool]
    of_module: Callable[[str], bool]
    runs: Callable[[ast.Call, str, bool], bool]


@dataclass(frozen=True, slots=True)
class Modes:
    """``early``: networks that may be used before their mode is set; ``mixed``: made around a
    network whose mode was set before."""

    early: Networks
    mixed: Networks


def follow(tree: ast.Module, names: Names, lent: Callable[[str], bool]) -> Modes:
    """The networks of a file, followed from its first statement and from every function that
    nothing in the file calls.

    What such a function gives goes to code that is not seen, which gets from torch a network in
    training mode; so does what a function gives whose name other files take (``lent``). What a
    network's own methods make with one are its parts.
    """
    flow = _Flow(names, tree)
    flow.block(tree.body)
    functions = _functions(tree, names)
    read = {n.id for n in find(tree, ast.Name)} | {n.attr for n in find(tree, ast.Attribute)}
    networks = [cls for cls in find(tree, ast.ClassDef) if names.is_network(cls)]
    makers = {name.id for cls in networks for name in find(cls, ast.Name)}
    roots: list[Function] = []
    at_end = flow.state or {}
    for first in (True, False):
        for function, cls in functions:
            if function in flow.seen or (first and function.name in read - {"__init__"}):
                continue
            flow.state = dict(at_end)
            flow.depth = 0
            flow.run(function, cls, (), {})
            roots.append(function)
            for place, there in (flow.state or {}).items():
                if isinstance(place[0], ast.ClassDef):
                    at_end[place] = at_end.get(place, NOTHING) | there
    for function, runs in flow.runs.items():
        only_root = function in roots and runs == 1 and function.name not in makers
        if only_root or (function in tree.body and lent(function.name)):
            flow.use(flow.given.get(function))
    return Modes(flow.used | (flow.handed - flow.settled), frozenset(flow.mixed))


def _functions(tree: ast.Module, names: Names) -> list[tuple[Function, ast.ClassDef | None]]:
    """The functions that may be called from elsewhere, constructors first."""
    found: list[tuple[Function, ast.ClassDef | None]] = []
    for cls in find(tree, ast.ClassDef):
        methods = [method for method in cls.body if isinstance(method, Function)]
        if not names.is_network(cls):
            found += [(method, cls) for method in methods]
        else:
            found += [(method, None) for method in methods if makes_networks(method)]
    inside = {function for function, _ in found}
    for statement in tree.body:
        for node in _statements(statement):
            if isinstance(node, Function) and node not in inside:
                found.append((node, None))
    return sorted(found, key=lambda item: item[0].name != "__init__")


def makes_networks(method: Function) -> bool:
    """Whether what a method of a network makes is not the network's part: there is none yet."""
    return any(
        getattr(d, "id", "") in ("classmethod", "staticmethod") for d in method.decorator_list
    )


def _statements(statement: ast.stmt) -> Iterable[ast.stmt]:
    """``statement`` and those in its blocks, but nothing inside functions and classes."""
    yield statement
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.stmt):
            yield from _statements(child)


@dataclass(slots=True, eq=False)
class _Flow:
    """The state of one pass; ``state`` is None where no path leads."""

    names: Names
    tree: ast.Module
    state: dict[Place, Networks] | None = field(default_factory=dict)
    scopes: list[tuple[ast.AST, frozenset[str]]] = field(default_factory=list)
    cls: ast.ClassDef | None = None
    owner: str = ""
    results: Networks = NOTHING
    ends: list[dict[Place, Networks]] = field(default_factory=list)
    objects: dict[Place, ast.ClassDef] = field(default_factory=dict)
    local: dict[Place, Function] = field(default_factory=dict)
    parts: dict[ast.Call, Networks] = field(default_factory=dict)
    used: Networks = NOTHING
    handed: Networks = NOTHING
    settled: Networks = NOTHING
    mixed: set[ast.Call] = field(default_factory=set)
    seen: set[Function] = field(default_factory=set)
    given: dict[Function, Networks] = field(default_factory=dict)
    runs: Counter[Function] = field(default_factory=Counter)
    running: list[Function] = field(default_factory=list)
    depth: int = 0
    calls: int = 0

    # -- places

    def place(self, node: ast.expr) -> Place | None:
        """Where ``net``, ``self.net`` or ``nets["a"]`` is kept."""
        tail = ""
        while True:
            if isinstance(node, ast.Attribute):
                tail = f".{node.attr}{tail}"
                node = node.value
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                tail = f"[{node.slice.value!r}]{tail}"
                node = node.value
            elif isinstance(node, ast.Subscript):
                tail = ""
                node = node.value
            elif isinstance(node, ast.Name):
                break
            else:
                return None
        if self.cls is not None and node.id == self.owner and tail:
            return self.cls, tail
        scope = next((s for s, bound in reversed(self.scopes) if node.id in bound), self.tree)
        cls = self.objects.get((scope, node.id))
        if cls is not None and tail:
            return cls, tail
        return scope, node.id + tail

    def held(self, node: ast.expr) -> Networks | None:
        """The unset networks at a place; None where no network is known to be."""
        place = self.place(node)
        if place is None or self.state is None:
            return None
        return self.state.get(place)

    def inside(self, node: ast.expr) -> Networks:
        """The networks or containers that ``node`` is a part of."""
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
            found = self.held(node)
            if found is not None:
                return found
        return NOTHING

    def settle(self, networks: Networks) -> None:
        """The mode of these networks is set, and with it that of their parts."""
        if self.state is None or not networks:
            return
        waiting = list(networks)
        everything = set(networks)
        while waiting:
            for part in self.parts.get(waiting.pop(), NOTHING) - everything:
                everything.add(part)
                waiting.append(part)
        self.settled |= everything
        for place, there in self.state.items():
            if there & everything:
                self.state[place] = there - everything

    def put(self, target: ast.expr, value: ast.expr | None, networks: Networks | None) -> None:
        """``target = value``."""
        if isinstance(target, ast.Tuple | ast.List):
            values: list[ast.expr | None] = [None] * len(target.elts)
            if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
                values = list(value.elts)
            for item, part in zip(target.elts, values, strict=True):
                inner = item.value if isinstance(item, ast.Starred) else item
                self.put(inner, part, networks if part is None else self.again(part))
            return
        place = self.place(target)
        if place is None or self.state is None:
            return
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Constant):
            if networks is not None:
                self.state[place] = self.state.get(place, NOTHING) | networks
            return
        self._forget(place)
        if networks is not None:
            before = (
                self.state.get(place, NOTHING) if isinstance(place[0], ast.ClassDef) else NOTHING
            )
            self.state[place] = networks | before
            if isinstance(target, ast.Subscript):
                whole = self.place(target.value)
                if whole is not None:
                    self.state[whole] = self.state.get(whole, NOTHING) | networks
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            cls = self.names.cls(value.func.id)
            if cls is not None and not self.names.is_network(cls):
                self.objects[place] = cls
        for key, item in _items(value):
            self.state[place[0], f"{place[1]}[{key!r}]"] = self.again(item) or NOTHING

    def _forget(self, place: Place) -> None:
        assert self.state is not None
        self.objects.pop(place, None)
        if isinstance(place[0], ast.ClassDef):
            return
        for other in [p for p in self.state if p[0] is place[0]]:
            rest = other[1].removeprefix(place[1])
            if other[1].startswith(place[1]) and (not rest or rest[0] in ".["):
                del self.state[other]

    def again(self, node: ast.expr) -> Networks | None:
        """What an expression that was gone through already holds."""
        if isinstance(node, ast.Call):
            return frozenset({node}) if node in self.names.made else None
        return self.held(node)

    # -- statements

    def block(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            if self.state is None:
                return
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if self.scopes:
                    self.local[self.scopes[-1][0], node.name] = node
            case ast.ClassDef():
                if not self.names.is_network(node):
                    self.block([s for s in node.body if not isinstance(s, ast.FunctionDef)])
            case ast.Assign():
                networks = self.value(node.value)
                for target in node.targets:
                    self.put(target, node.value, networks)
            case ast.AnnAssign():
                if node.value is not None:
                    self.put(node.target, node.value, self.value(node.value))
            case ast.AugAssign():
                networks = self.value(node.value)
                place = self.place(node.target)
                if networks and place is not None and self.state is not None:
                    self.state[place] = self.state.get(place, NOTHING) | networks
            case ast.Return():
                if node.value is not None:
                    self.results |= self.value(node.value) or NOTHING
                if self.state is not None:
                    self.ends.append(self.state)
                self.state = None
            case ast.Raise() | ast.Continue() | ast.Break():
                # A loop goes on behind its body with what the other paths leave.
                self.children(node)
                self.state = None
            case ast.If():
                self.value(node.test)
                self.branches(lambda: self.block(node.body), lambda: self.block(node.orelse))
            case ast.For() | ast.AsyncFor():
                self.put(node.target, None, self.value(node.iter))
                self.loop(node.body)
                self.block(node.orelse)
            case ast.While():
                self.value(node.test)
                self.loop(node.body)
                self.block(node.orelse)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    networks = self.value(item.context_expr)
                    if item.optional_vars is not None:
                        self.put(item.optional_vars, item.context_expr, networks)
                self.block(node.body)
            case ast.Try():
                before = dict(self.state or {})
                self.block([*node.body, *node.orelse])
                after = self.state
                for handler in node.handlers:
                    self.state = dict(before)
                    self.block(handler.body)
                    after = _joined(after, self.state)
                self.state = after if node.handlers else self.state
                if self.state is not None:
                    self.block(node.finalbody)
            case ast.Match():
                self.value(node.subject)
                self.branches(*(lambda body=case.body: self.block(body) for case in node.cases))
            case _:
                self.children(node)

    def loop(self, body: list[ast.stmt]) -> None:
        """A loop is taken to run at least once."""
        before = dict(self.state or {})
        self.block(body)
        if self.state is None:
            self.state = before

    def branches(self, *ways: Callable[[], None]) -> None:
        before = self.state
        after: dict[Place, Networks] | None = None
        for way in ways:
            self.state = None if before is None else dict(before)
            way()
            after = _joined(after, self.state)
        self.state = after

    def children(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.value(child)

    # -- expressions

    def value(self, node: ast.expr) -> Networks | None:
        """The unset networks that ``node`` may give; None where it gives no network."""
        match node:
            case ast.Call():
                return self.call(node)
            case ast.Name():
                return self.held(node)
            case ast.Attribute() | ast.Subscript():
                self.children(node)
                found = self.held(node)
                if found is None and isinstance(node, ast.Subscript):
                    found = self.held(node.value)
                    if found and all(self._has_layers(call) for call in found):
                        return None
                return found
            case ast.IfExp():
                self.value(node.test)
                given: list[Networks | None] = []
                self.branches(
                    lambda: given.append(self.value(node.body)),
                    lambda: given.append(self.value(node.orelse)),
                )
                return _union(given)
            case ast.BoolOp():
                return _union([self.value(operand) for operand in node.values])
            case ast.List() | ast.Tuple() | ast.Set():
                return _union([self.value(item) for item in node.elts])
            case ast.Dict():
                return _union([self.value(item) for item in node.values])
            case ast.Starred() | ast.Await():
                return self.value(node.value)
            case ast.NamedExpr():
                found = self.value(node.value)
                self.put(node.target, node.value, found)
                return found
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                for generator in node.generators:
                    self.put(generator.target, None, self.value(generator.iter))
                    for condition in generator.ifs:
                        self.value(condition)
                return self.value(node.value if isinstance(node, ast.DictComp) else node.elt)
            case ast.Lambda():
                return None
            case ast.BinOp():
                return _union([self.value(node.left), self.value(node.right)])
            case _:
                self.children(node)
                return None

    def call(self, node: ast.Call) -> Networks | None:
        function = node.func
        base: Networks | None = None
        if isinstance(function, ast.Attribute):
            base = self.value(function.value)
        elif not isinstance(function, ast.Name):
            self.use(self.value(function))
        arguments = [self.value(argument) for argument in node.args]
        keywords = {k.arg or "": self.value(k.value) for k in node.keywords}
        given = _union([*arguments, *keywords.values()])
        if node in self.names.made:
            return self._made(node, given)
        if isinstance(function, ast.Attribute):
            return self._method(node, function, base, arguments, keywords, given)
        if not isinstance(function, ast.Name):
            return None
        networks = self.held(function)
        if networks is not None:
            self.use(networks)
            return None
        name = function.id
        if name in LOOKS_ONLY:
            return None
        if name in COLLECTS or name in CELLS:
            return given
        if node in self.names.symbols:
            return given if self.names.symbols[node].endswith(WRAPPERS) else None
        called = self._function(name)
        if called is not None:
            return self.run(called, None, arguments, keywords)
        cls = self.names.cls(name)
        if cls is not None:
            self._construct(cls, arguments, keywords)
            return None
        return self._unseen(name, given)

    def _unseen(self, name: str, given: Networks | None) -> Networks | None:
        """A call of what is not seen; its result may hold the networks that it gets.

        What is a class, a parameter, or named for what it makes is taken to keep them only.
        """
        scope_names = frozenset().union(*(bound for _, bound in self.scopes))
        if not (name[:1].isupper() or name.startswith(MAKES) or name in scope_names):
            self.hand(given)
        return given

    def _has_layers(self, call: ast.Call) -> bool:
        """Whether a subscript of this network gives one of its layers."""
        return self.names.symbols.get(call, "").endswith(("Sequential", "ModuleList", "ModuleDict"))

    def _made(self, node: ast.Call, given: Networks | None) -> Networks | None:
        """A network is made; those that it gets become its parts."""
        symbol = self.names.symbols.get(node, "")
        if symbol.endswith(WRAPPERS):
            return given
        if given is not None:
            self.parts[node] = self.parts.get(node, NOTHING) | given
            waiting = [*node.args, *(k.value for k in node.keywords)]
            if any(self.again(a) == NOTHING for a in waiting):
                self.mixed.add(node)
        return frozenset({node})

    def _method(
        self,
        node: ast.Call,
        function: ast.Attribute,
        base: Networks | None,
        arguments: list[Networks | None],
        keywords: dict[str, Networks | None],
        given: Networks | None,
    ) -> Networks | None:
        name = function.attr
        stored = self.held(function)
        if stored is not None:
            self.use(stored)
            return None
        if base is None:
            return self._other_method(node, function, arguments, keywords, given)
        if name in SETS_MODE:
            self.settle(base)
            return NOTHING
        if name in ADDS:
            place = self.place(function.value)
            if given and place is not None and self.state is not None:
                self.state[place] = self.state.get(place, NOTHING) | given
            return None
        if name in GIVES_ITEMS:
            return base
        if name in ("forward", "__call__"):
            self.use(base)
            return None
        if not self.names.of_module(name):
            plain = not node.args and not node.keywords
            self.use(frozenset(made for made in base if self.names.runs(made, name, plain)))
            return None
        return base if name in GIVE_BACK else None

    def _other_method(
        self,
        node: ast.Call,
        function: ast.Attribute,
        arguments: list[Networks | None],
        keywords: dict[str, Networks | None],
        given: Networks | None,
    ) -> Networks | None:
        if function.attr in CELLS:
            return given
        symbol = self.names.symbols.get(node)
        cls = self._class_of(function.value)
        method = None if cls is None else self._find_method(cls, function.attr)
        if method is not None:
            return self.run(method, cls, arguments, keywords)
        if function.attr in ADDS:
            place = self.place(function.value)
            if given is not None and place is not None and self.state is not None:
                self.state[place] = self.state.get(place, NOTHING) | given
            return None
        if symbol is not None and not symbol.startswith("torch.nn.Module."):
            return given if symbol.endswith(WRAPPERS) else None
        if function.attr not in SETS_MODE and not self.names.of_module(function.attr):
            self.use(self.inside(function))
        self.hand(given)
        return None

    def _class_of(self, node: ast.expr) -> ast.ClassDef | None:
        if isinstance(node, ast.Name) and node.id == self.owner and self.cls is not None:
            return self.cls
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            cls = self.names.cls(node.func.id)
            return None if cls is None or self.names.is_network(cls) else cls
        place = self.place(node)
        return None if place is None else self.objects.get(place)

    def _find_method(self, cls: ast.ClassDef, name: str, depth: int = 0) -> Function | None:
        for statement in cls.body:
            if isinstance(statement, Function) and statement.name == name:
                return statement
        for base in cls.bases:
            parent = self.names.cls(base.id) if isinstance(base, ast.Name) else None
            if parent is not None and parent is not cls and depth < MAX_DEPTH:
                found = self._find_method(parent, name, depth + 1)
                if found is not None:
                    return found
        return None

    def _function(self, name: str) -> Function | None:
        for scope, _ in reversed(self.scopes):
            found = self.local.get((scope, name))
            if found is not None:
                return found
        return self.names.function(name)

    def _construct(
        self,
        cls: ast.ClassDef,
        arguments: list[Networks | None],
        keywords: dict[str, Networks | None],
    ) -> None:
        method = self._find_method(cls, "__init__")
        if method is None or self.names.is_network(cls):
            self.hand(_union([*arguments, *keywords.values()]))
        else:
            self.run(method, cls, arguments, keywords)

    def run(
        self,
        function: Function,
        cls: ast.ClassDef | None,
        arguments: Iterable[Networks | None],
        keywords: Mapping[str, Networks | None],
    ) -> Networks | None:
        """Go through a function's body with these arguments; what it returns."""
        self.calls += 1
        if function in self.running or self.depth > MAX_DEPTH or self.calls > MAX_CALLS:
            self.hand(_union([*arguments, *keywords.values()]))
            return None
        self.seen.add(function)
        self.runs[function] += 1
        saved = (self.scopes, self.cls, self.owner, self.results, self.ends)
        names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
        static = {getattr(d, "id", "") for d in function.decorator_list}
        self.cls, self.owner = None, ""
        if cls is not None and names and "staticmethod" not in static:
            self.cls, self.owner, names = cls, names[0], names[1:]
        # A function inside another sees that one's names; it is only known while that one runs.
        inner = cls is None and any(known is function for known in self.local.values())
        if inner:
            self.cls, self.owner = saved[1], saved[2]
        self.scopes = [*(self.scopes if inner else ()), (function, _bound(function))]
        self.results, self.ends = NOTHING, []
        given = dict(zip(names, arguments, strict=False))
        known = {*names, *(a.arg for a in function.args.kwonlyargs)}
        given.update({name: value for name, value in keywords.items() if name in known})
        if self.state is not None:
            for name in known:
                self._forget((function, name))
            for name, networks in given.items():
                if networks is not None:
                    self.state[function, name] = networks
        spare = [
            *list(arguments)[len(names) :],
            *(v for k, v in keywords.items() if k not in known),
        ]
        self.hand(_union(spare))
        self.running.append(function)
        self.depth += 1
        self.block(function.body)
        self.depth -= 1
        self.running.pop()
        results = self.results
        self.given[function] = self.given.get(function, NOTHING) | results
        for end in self.ends:
            self.state = _joined(self.state, end)
        self.scopes, self.cls, self.owner, self.results, self.ends = saved
        return results or None

    def use(self, networks: Networks | None) -> None:
        """A network computes something."""
        self.used |= networks or NOTHING

    def hand(self, networks: Networks | None) -> None:
        """A network goes to code that is not seen; it is taken to set the mode if the file does."""
        self.handed |= networks or NOTHING


def _items(value: ast.expr | None) -> list[tuple[object, ast.expr]]:
    """The items of a literal container under their constant keys."""
    if isinstance(value, ast.List | ast.Tuple):
        return list(enumerate(value.elts))
    if isinstance(value, ast.Dict):
        pairs = zip(value.keys, value.values, strict=True)
        return [(key.value, item) for key, item in pairs if isinstance(key, ast.Constant)]
    return []


def _bound(function: Function) -> frozenset[str]:
    """The names that a function binds itself."""
    args = function.args
    names = {a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
    names |= {a.arg for a in (args.vararg, args.kwarg) if a is not None}
    outer: set[str] = set()
    for node in walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            outer.update(node.names)
    return frozenset(names - outer)


def _union(values: Iterable[Networks | None]) -> Networks | None:
    found = [value for value in values if value is not None]
    return frozenset().union(*found) if found else None


def _joined(
    left: dict[Place, Networks] | None, right: dict[Place, Networks] | None
) -> dict[Place, Networks] | None:
    """What holds where two paths meet; None for a path that leads nowhere."""
    if left is None or right is None:
        return right if left is None else left
    places = left.keys() | right.keys()
    return {place: left.get(place, NOTHING) | right.get(place, NOTHING) for place in places}
