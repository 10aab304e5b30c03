"""Where a program keeps its networks, and which of them have no mode yet."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
# The calls that made the networks.
Networks: TypeAlias = frozenset[ast.Call]
# A name with the scope that binds it, or an attribute with its class: ``(scope, "nets[0]")``.
Place: TypeAlias = tuple[ast.AST, str]

PARALLEL = ("DataParallel", "DistributedDataParallel")
NOTHING: Networks = frozenset()


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
        fields: of a call that makes a named tuple, the names of its fields; nothing for other calls.
        keeper: of a call that makes an object of another file's class which is no network, whether
            that puts what it holds into training mode; None for other calls.
        adds_nothing: whether a network that a call makes has no layer of its own, beside those that
            it is given, that depends on the mode.
    """

    made: frozenset[ast.Call]
    symbols: Mapping[ast.Call, str]
    function: Callable[[str], Function | None]
    cls: Callable[[str], ast.ClassDef | None]
    is_network: Callable[[ast.ClassDef], bool]
    of_module: Callable[[str], bool]
    runs: Callable[[ast.Call, str, bool], bool]
    fields: Callable[[ast.Call], Sequence[str]]
    keeper: Callable[[ast.Call], bool | None]
    adds_nothing: Callable[[ast.Call], bool]


@dataclass(slots=True, eq=False)
class Memory:
    """What is kept where at one moment of a run; ``state`` is None where no path leads."""

    names: Names
    tree: ast.Module
    state: dict[Place, Networks] | None = field(default_factory=dict)
    scopes: list[tuple[ast.AST, frozenset[str]]] = field(default_factory=list)
    cls: ast.ClassDef | None = None
    owner: str = ""
    objects: dict[Place, ast.ClassDef] = field(default_factory=dict)
    keepers: dict[Place, bool] = field(default_factory=dict)
    parts: dict[ast.Call, Networks] = field(default_factory=dict)
    wrappers: set[Place] = field(default_factory=set)
    """Where a network is that is another one's wrapper, ``DataParallel(net)``."""
    results_of: dict[ast.Call, Networks | None] = field(default_factory=dict)
    settled: Networks = NOTHING

    def place(self, node: ast.expr) -> Place | None:
        """Where ``net``, ``self.net``, ``self.model.net`` or ``nets["a"]`` is kept."""
        steps: list[str] = []
        while True:
            if isinstance(node, ast.Attribute):
                steps.append(f".{node.attr}")
                node = node.value
            elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                steps.append(f"[{node.slice.value!r}]")
                node = node.value
            elif isinstance(node, ast.Subscript):
                steps.clear()
                node = node.value
            elif isinstance(node, ast.Name):
                break
            else:
                return None
        scope: ast.AST = next(
            (s for s, bound in reversed(self.scopes) if node.id in bound), self.tree
        )
        tail = node.id
        if self.cls is not None and node.id == self.owner and steps:
            scope, tail = self.cls, ""
        for step in reversed(steps):
            cls = self.objects.get((scope, tail)) if tail else None
            if cls is not None:
                scope, tail = cls, ""
            tail += step
        return scope, tail

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
        self.forget(place)
        if networks is not None:
            before = (
                self.state.get(place, NOTHING) if isinstance(place[0], ast.ClassDef) else NOTHING
            )
            self.state[place] = networks | before
            if isinstance(target, ast.Subscript):
                whole = self.place(target.value)
                if whole is not None:
                    self.state[whole] = self.state.get(whole, NOTHING) | networks
        keeper = self.names.keeper(value) if isinstance(value, ast.Call) else None
        if keeper is not None:
            self.keepers[place] = keeper
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            cls = self.names.cls(value.func.id)
            if cls is not None and not self.names.is_network(cls):
                self.objects[place] = cls
        if isinstance(value, ast.Call) and self.is_wrapper(value):
            self.wrappers.add(place)
        for key, item in _items(value):
            self.state[place[0], f"{place[1]}[{key!r}]"] = self.again(item) or NOTHING
        if isinstance(value, ast.Call):
            self._put_fields(place, value)

    def _put_fields(self, place: Place, made: ast.Call) -> None:
        """``Models(actor=Net(), critic=Net())`` of a named tuple."""
        assert self.state is not None
        fields = self.names.fields(made)
        given = dict(zip(fields, made.args, strict=False))
        given |= {k.arg: k.value for k in made.keywords if k.arg}
        for index, name in enumerate(fields):
            item = given.get(name)
            networks = None if item is None else self.again(item)
            for key in (f".{name}", f"[{index}]") if networks is not None else ():
                self.state[place[0], place[1] + key] = networks or NOTHING

    def is_wrapper(self, node: ast.expr) -> bool:
        """Whether it is a network around another one, which is its ``module``."""
        if isinstance(node, ast.Call):
            return self.names.symbols.get(node, "").endswith(PARALLEL)
        return self.place(node) in self.wrappers

    def forget(self, place: Place) -> None:
        assert self.state is not None
        self.objects.pop(place, None)
        self.keepers.pop(place, None)
        self.wrappers.discard(place)
        if isinstance(place[0], ast.ClassDef):
            return
        for other in [p for p in self.state if p[0] is place[0]]:
            rest = other[1].removeprefix(place[1])
            if other[1].startswith(place[1]) and (not rest or rest[0] in ".["):
                del self.state[other]

    def again(self, node: ast.expr) -> Networks | None:
        """What an expression that was gone through already holds."""
        if isinstance(node, ast.Call):
            return frozenset({node}) if node in self.names.made else self.results_of.get(node)
        if isinstance(node, ast.IfExp):
            return union([self.again(node.body), self.again(node.orelse)])
        return self.held(node)


def _items(value: ast.expr | None) -> list[tuple[object, ast.expr]]:
    """The items of a literal container under their constant keys."""
    if isinstance(value, ast.List | ast.Tuple):
        return list(enumerate(value.elts))
    if isinstance(value, ast.Dict):
        pairs = zip(value.keys, value.values, strict=True)
        return [(key.value, item) for key, item in pairs if isinstance(key, ast.Constant)]
    return []


def union(values: Iterable[Networks | None]) -> Networks | None:
    found = [value for value in values if value is not None]
    return frozenset().union(*found) if found else None


def joined(
    left: dict[Place, Networks] | None, right: dict[Place, Networks] | None
) -> dict[Place, Networks] | None:
    """What holds where two paths meet; None for a path that leads nowhere."""
    if left is None or right is None:
        return right if left is None else left
    places = left.keys() | right.keys()
    return {place: left.get(place, NOTHING) | right.get(place, NOTHING) for place in places}
