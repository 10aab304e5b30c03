"""The statements of a loss as a function of their own: what it reads, calls and changes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from mindport.findings.training.facts import Facts
from mindport.findings.training.forward import changed_paths
from mindport.findings.training.liveness import read_first
from mindport.findings.training.model import Draft, Loss
from mindport.findings.training.names import (
    COMPREHENSIONS,
    bound_names,
    path_of,
    root_of,
)
from mindport.nodes import find, name_of


@dataclass(frozen=True)
class Function:
    """The statements of a loss as a function."""

    draft: Draft
    loss: Loss

    @property
    def facts(self) -> Facts:
        return self.draft.facts

    @cached_property
    def nodes(self) -> list[ast.AST]:
        parts = [*self.loss.statements, *self.loss.losses]
        return [node for part in parts for node in ast.walk(part)]

    @cached_property
    def inside(self) -> frozenset[ast.AST]:
        return frozenset(self.nodes)

    @cached_property
    def bound(self) -> set[str]:
        return {name for statement in self.loss.statements for name in bound_names(statement)}

    @cached_property
    def inner(self) -> set[str]:
        """The names that lambdas and comprehensions in it have for themselves."""
        found = {node.arg for node in self.nodes if isinstance(node, ast.arg)}
        for node in self.nodes:
            if isinstance(node, COMPREHENSIONS):
                found |= {n for g in node.generators for n in bound_names(g.target)}
        return found

    @cached_property
    def hidden(self) -> set[str]:
        """Those of ``inner`` that it also reads beside the lambdas and comprehensions that have them."""
        own: set[ast.AST] = set()
        for node in self.nodes:
            if isinstance(node, COMPREHENSIONS):
                names = {n for g in node.generators for n in bound_names(g.target)}
            elif isinstance(node, ast.Lambda):
                names = {argument.arg for argument in find(node.args, ast.arg)}
            else:
                continue
            own |= {one for one in ast.walk(node) if getattr(one, "id", None) in names}
        loads = (n for n in self.nodes if isinstance(n, ast.Name) and n not in own)
        return self.inner & {n.id for n in loads if isinstance(n.ctx, ast.Load)}

    @cached_property
    def free(self) -> list[str]:
        """The names that it takes from around it, in the order of the text."""
        first = read_first(self.loss.statements) & self.bound
        own = (self.bound | self.inner) - first - set(self.loss.carried)
        names = [n for n in self.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
        names.sort(key=lambda n: (n.lineno, n.col_offset))
        order = dict.fromkeys(n.id for n in names if n.id not in own)
        return list(order | dict.fromkeys(self.loss.carried))

    @cached_property
    def called(self) -> set[str]:
        """The names of what it calls: functions, networks."""
        functions = [node.func for node in self.nodes if isinstance(node, ast.Call)]
        plain = {function.id for function in functions if isinstance(function, ast.Name)}
        return plain | {root_of(path) for path in self.facts.networks}

    @cached_property
    def changed(self) -> set[str]:
        """The names of what it may change, but for those that it binds."""
        methods = {
            path_of(node.value)
            for node in self.nodes
            if isinstance(node, ast.Attribute) and not self.facts.is_tensor_method(node.attr)
        }
        paths = {path for s in self.loss.statements for path in changed_paths(self.facts, s)}
        return (paths & methods) - self.bound

    def reads(self, name: str) -> list[ast.Name]:
        return [node for node in self.nodes if isinstance(node, ast.Name) and node.id == name]


@dataclass(frozen=True)
class Effects:
    """What code does, functions of the file that it calls included.

    Attributes:
        paths: names and attributes that it assigns to; of called functions the attributes alone.
        methods: the names of all methods that it calls.
    """

    paths: frozenset[str]
    methods: frozenset[str]

    @classmethod
    def of(
        cls, facts: Facts, nodes: Sequence[ast.AST], without: Collection[ast.AST] = ()
    ) -> Effects:
        """Those of the nodes, but for some calls."""
        paths: set[str] = set()
        methods: set[str] = set()
        known: set[ast.AST] = set()
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                paths.add(node.attr)
            elif isinstance(node, ast.Global | ast.Nonlocal):
                paths |= set(node.names)
            elif isinstance(node, ast.Call) and node not in without:
                name = name_of(node.func)
                methods.add(name)
                for called in facts.functions.get(name, ()):
                    if called not in known:
                        known.add(called)
                        waiting += ast.walk(called)
        return cls(frozenset(paths), frozenset(methods))

    def stores(self, path: str) -> bool:
        """Whether it may give a path, or a part of it, another value."""
        names = path.replace("[", ".").split(".")
        return bool(self.paths & set(names[1:] or names))
