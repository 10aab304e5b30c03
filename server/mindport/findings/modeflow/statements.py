"""Statements and expressions in the order in which they run; where branches meet, both count."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from mindport.findings.modeflow.memory import (
    NOTHING,
    Function,
    Memory,
    Networks,
    Place,
    joined,
    union,
)


@dataclass(slots=True, eq=False)
class Walk(Memory, ABC):
    """One way through a program; what calls do is for the class below."""

    local: dict[Place, Function] = field(default_factory=dict)
    results: Networks = NOTHING
    ends: list[dict[Place, Networks]] = field(default_factory=list)

    @abstractmethod
    def call(self, node: ast.Call) -> Networks | None:
        """The unset networks that a call may give."""

    @abstractmethod
    def hand(self, networks: Networks | None) -> None:
        """A network goes to code that is not seen."""

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
                    held = [s for s in node.body if isinstance(s, ast.Assign)]
                    for statement in held:  # all of its objects have it
                        self.hand(self.value(statement.value))
                    rest = [s for s in node.body if s not in held]
                    self.block([s for s in rest if not isinstance(s, ast.FunctionDef)])
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
                    after = joined(after, self.state)
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
            after = joined(after, self.state)
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
                self.results_of[node] = self.call(node)
                return self.results_of[node]
            case ast.Name():
                return self.held(node)
            case ast.Attribute():
                whole = self.value(node.value)
                found = self.held(node)
                inside = found is None and node.attr == "module" and self.is_wrapper(node.value)
                return whole if inside else found
            case ast.Subscript():
                whole = self.value(node.value)
                self.value(node.slice)
                found = self.held(node)
                if found is None and whole and all(map(self.has_layers, whole)):
                    # A layer gets its mode from the network that is kept, or has its own.
                    return union(self.parts.get(call) for call in whole)
                return whole if found is None else found
            case ast.IfExp():
                self.value(node.test)
                given: list[Networks | None] = []
                self.branches(
                    lambda: given.append(self.value(node.body)),
                    lambda: given.append(self.value(node.orelse)),
                )
                return union(given)
            case ast.BoolOp():
                return union([self.value(operand) for operand in node.values])
            case ast.List() | ast.Tuple() | ast.Set():
                return union([self.value(item) for item in node.elts])
            case ast.Dict():
                return union([self.value(item) for item in node.values])
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
                match node.body:
                    case ast.Call(ast.Name(name)) as made if self.names.cls(name) is not None:
                        self.hand(self.value(made))
                return None
            case ast.BinOp():
                return union([self.value(node.left), self.value(node.right)])
            case _:
                self.children(node)
                return None

    def has_layers(self, call: ast.Call) -> bool:
        """Whether a subscript of this network gives one of its layers."""
        return self.names.symbols.get(call, "").endswith(("Sequential", "ModuleList", "ModuleDict"))
