"""Calls: networks that are made, used, set to a mode or handed on, and the file's own functions."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mindport.findings.modeflow.containers import gets_set, keeps_modes
from mindport.findings.modeflow.memory import NOTHING, PARALLEL, Function, Networks, joined, union
from mindport.findings.modeflow.statements import Walk
from mindport.nodes import name_of, walk

SETS_MODE = frozenset({"train", "eval", "set_train"})
STARTS = "start_training"  # the helper that puts a network into training mode
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
WRAPPERS = (*PARALLEL, "compile", "script")
MAX_DEPTH = 8
MAX_CALLS = 2000


@dataclass(slots=True, eq=False)
class Flow(Walk):
    """A walk that follows the calls of the file's own functions and methods."""

    used: Networks = NOTHING
    handed: Networks = NOTHING
    mixed: set[ast.Call] = field(default_factory=set)
    copies: dict[ast.Call, Networks] = field(default_factory=dict)
    seen: set[Function] = field(default_factory=set)
    given: dict[Function, Networks] = field(default_factory=dict)
    runs: Counter[Function] = field(default_factory=Counter)
    running: list[Function] = field(default_factory=list)
    depth: int = 0
    calls: int = 0

    def call(self, node: ast.Call) -> Networks | None:
        function = node.func
        base: Networks | None = None
        if isinstance(function, ast.Attribute):
            base = self.value(function.value)
        elif not isinstance(function, ast.Name):
            self.use(self._run(function, self.value(function)))
        arguments = [self.value(argument) for argument in node.args]
        keywords = {k.arg or "": self.value(k.value) for k in node.keywords}
        given = union([*arguments, *keywords.values()])
        if name_of(function) == "deepcopy":
            return self._copied(node, given)
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
        if name == STARTS and given is not None:
            self.settle(given)
            return NOTHING
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

    def _run(self, called: ast.expr, networks: Networks | None) -> Networks | None:
        """The networks that run; of ``net[0](x)`` the whole, from which its layers get their mode."""
        if not isinstance(called, ast.Subscript) or self.held(called) is not None:
            return networks
        whole = self.held(called.value)
        return whole if whole and all(map(self.has_layers, whole)) else networks

    def _copied(self, node: ast.Call, given: Networks | None) -> Networks | None:
        """A copy of networks that have no mode yet: it gets one of its own, and none for them."""
        if not given:
            return given
        self.copies[node] = self.copies.get(node, NOTHING) | self.originals(given)
        return frozenset({node})

    def originals(self, networks: Networks) -> Networks:
        """The networks, and for copies those that they were made of."""
        return frozenset().union(*(self.copies.get(one, frozenset({one})) for one in networks))

    def _unseen(self, name: str, given: Networks | None) -> Networks | None:
        """A call of what is not seen; its result may hold the networks that it gets.

        What is a class, a parameter, or named for what it makes is taken to keep them only.
        """
        scope_names = frozenset().union(*(bound for _, bound in self.scopes))
        if not (name[:1].isupper() or name.startswith(MAKES) or name in scope_names):
            self.hand(given)
        return given

    def _made(self, node: ast.Call, given: Networks | None) -> Networks | None:
        """A network is made; those that it gets become its parts."""
        symbol = self.names.symbols.get(node, "")
        if symbol.endswith(WRAPPERS):
            return given
        if keeps_modes(self, node):
            return NOTHING
        if given is not None:
            self.parts[node] = self.parts.get(node, NOTHING) | given
        if gets_set(self, node):
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
        keeper = self._keeper(function.value)
        if keeper is False:
            self.use(base)
            return None
        if name in SETS_MODE or keeper:
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
            known = self.originals(base)
            self.use(frozenset(made for made in known if self.names.runs(made, name, plain)))
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

    def _keeper(self, node: ast.expr) -> bool | None:
        """Whether an object of another file's class sets the mode of the networks that it holds."""
        if isinstance(node, ast.Call):
            return self.names.keeper(node)
        place = self.place(node)
        return None if place is None else self.keepers.get(place)

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
            self.hand(union([*arguments, *keywords.values()]))
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
            self.hand(union([*arguments, *keywords.values()]))
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
                self.forget((function, name))
            for name, networks in given.items():
                if networks is not None:
                    self.state[function, name] = networks
        spare = [
            *list(arguments)[len(names) :],
            *(v for k, v in keywords.items() if k not in known),
        ]
        self.hand(union(spare))
        self.running.append(function)
        self.depth += 1
        self.block(function.body)
        self.depth -= 1
        self.running.pop()
        results = self.results
        self.given[function] = self.given.get(function, NOTHING) | results
        for end in self.ends:
            self.state = joined(self.state, end)
        self.scopes, self.cls, self.owner, self.results, self.ends = saved
        return results or None

    def use(self, networks: Networks | None) -> None:
        """A network computes something."""
        self.used |= self.originals(networks or NOTHING)

    def hand(self, networks: Networks | None) -> None:
        """A network goes to code that is not seen; it is taken to set the mode if the file does."""
        self.handed |= networks or NOTHING


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
