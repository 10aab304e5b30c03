"""What a file's calls give a function: the same at each training step, or now this and now that."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from mindport.findings.call_sites import (
    Scope,
    bindings,
    calls_by_keyword,
    calls_of_function,
    counters,
    defined,
    differentiates,
    given,
    holds_none,
    instances,
    named_calls,
    parameters_of,
)
from mindport.nodes import (
    find,
    function_around,
    kept,
    lies_in,
    name_of,
    walk,
)
from mindport.symbols.statements import FORWARD_NAMES

RANDOM = re.compile(
    r"\b(random|rand|randn|randint|randperm|randrange|bernoulli|uniform|choice|choices|multinomial)\b"
)
EVALUATES = re.compile(r"eval|valid|test|infer|predict|sampl|generat|plot|demo|export|visual", re.I)
# What other files call between steps; what prepares a network for use is called after them.
SETS = re.compile(
    r"(?!.*(?:eval|infer|deploy|export|fuse|predict|sampl))(?:set|update|switch|change|enable|activate|use|"
    r"freeze|unfreeze|grow|progress|step|start|begin|epoch|on_epoch)",
    re.IGNORECASE,
)
STOPPED = re.compile(r"no_grad|inference_mode")


def draws(node: ast.AST) -> bool:
    """Whether a scalar is drawn, or read from a tensor, somewhere in ``node``."""
    return any(
        isinstance(inner, ast.Call)
        and (
            (isinstance(inner.func, ast.Attribute) and inner.func.attr == "item")
            or RANDOM.search(ast.unparse(inner.func)) is not None
        )
        for inner in walk(node)
    )


@dataclass(frozen=True)
class Callers:
    """The calls of one file; ``owner`` is the class whose ``forward`` is asked about."""

    tree: ast.Module
    owner: str
    _known: dict[tuple[ast.AST, str, bool], bool | None] = field(default_factory=dict)

    @cached_property
    def _made(self) -> set[str]:
        return instances(self.tree, self.owner)

    def vary(self, function: ast.FunctionDef, name: str, is_none: bool = False) -> bool | None:
        """Whether a parameter may get another value at another step; None where no call is seen.

        With ``is_none`` only whether it is None counts.
        """
        asked = (function, name, is_none)
        if asked not in self._known:
            self._known[asked] = False  # of a recursive call
            self._known[asked] = self._vary(function, name, is_none)
        return self._known[asked]

    def _vary(self, function: ast.FunctionDef, name: str, is_none: bool) -> bool | None:
        values: dict[str, set[str]] = {}
        surely = list(self._calls(function))
        others = [] if surely or is_none else list(self._by_keyword(function, name))
        calls = [*surely, *others]
        for call in calls:
            scope = function_around(self.tree, call) or self.tree
            value = given(function, name, call)
            if value is not None and is_none and not holds_none(value):
                if self._may_be_none(value, scope):
                    return True
                handed = isinstance(value, ast.Name) and value.id in parameters_of(scope)
                value = value if handed else ast.Constant(0)
            elif value is not None and self.varies(value, scope):
                return True
            if isinstance(value, ast.Constant) and call in surely and self._trains(call, scope):
                owner = self._class_of(scope) if isinstance(scope, ast.FunctionDef) else ""
                values.setdefault(owner, set()).add(ast.dump(value))
        return any(len(some) > 1 for some in values.values()) if calls else None

    def varies(self, node: ast.AST, scope: Scope) -> bool:
        """Whether an expression may come out otherwise at another step."""
        if draws(node):
            return True
        return any(
            self._name(inner.id, scope)
            if isinstance(inner, ast.Name)
            else isinstance(inner, ast.Attribute) and self._counted(inner.attr)
            for inner in walk(node)
        )

    def values(self, function: ast.FunctionDef, name: str) -> Iterator[tuple[ast.expr, Scope]]:
        """What the calls of a function give a parameter, and where; what callers hand on is followed."""
        waiting, seen = [(function, name)], {(function, name)}
        while waiting:
            asked, parameter = waiting.pop()
            for call in self._calls(asked):
                scope = function_around(self.tree, call) or self.tree
                value = given(asked, parameter, call)
                if value is None:
                    continue
                yield value, scope
                if not isinstance(scope, ast.FunctionDef) or not isinstance(value, ast.Name):
                    continue
                outer = (scope, value.id)
                if value.id in parameters_of(scope) and outer not in seen:
                    seen.add(outer)
                    waiting.append(outer)

    def stored(self, attribute: str) -> bool:
        """Whether ``self.attribute`` may have another value at another step: this file sets it later.

        What a method of the class sets counts where this file's calls give it now this and now that.
        """
        if self._counted(attribute):
            return True
        values: set[str] = set()
        later = False
        for node in find(self.tree, ast.Assign):
            targets = [t for t in node.targets if isinstance(t, ast.Attribute)]
            holders = [ast.unparse(t.value) for t in targets if t.attr == attribute]
            if not holders:
                continue
            scope = function_around(self.tree, node) or self.tree
            begins = isinstance(scope, ast.FunctionDef) and scope.name == "__init__"
            if holders == ["self"]:
                if not isinstance(scope, ast.FunctionDef) or self._class_of(scope) != self.owner:
                    continue
                if self._is_left_to_others(scope, node.value):
                    return True
            elif isinstance(node.value, ast.Constant):
                later |= differentiates(scope)
            if isinstance(node.value, ast.Constant):
                values.add(ast.dump(node.value))
            elif not begins and self.varies(node.value, scope):
                return True
        return later and len(values) > 1

    def _is_left_to_others(self, method: ast.FunctionDef, value: ast.expr) -> bool:
        """``def set_stage(self, stage): self.stage = stage`` that this file calls nowhere."""
        return (
            isinstance(value, ast.Name)
            and value.id in parameters_of(method)
            and method.name not in ("__init__", *FORWARD_NAMES)
            and SETS.match(method.name) is not None
            and method.name not in kept(self.tree, named_calls)
        )

    def _counted(self, attribute: str) -> bool:
        """``self.steps += 1``."""
        return attribute in kept(self.tree, counters)

    def _name(self, name: str, scope: Scope) -> bool:
        if isinstance(scope, ast.FunctionDef) and name in parameters_of(scope):
            return self.vary(scope, name) is True
        bound = list(bindings(scope, name))
        while not bound and isinstance(scope, ast.FunctionDef):
            scope = self._around(scope)
            bound = list(bindings(scope, name))
        for node in bound:
            if isinstance(node, ast.Assign):
                asked = (node, name, False)
                if asked not in self._known:
                    self._known[asked] = False
                    self._known[asked] = self.varies(node.value, scope)
                if self._known[asked]:
                    return True
            elif not self._is_of_module(scope):
                return True  # each round of a loop over steps gives it another value
        return False

    def _around(self, scope: ast.FunctionDef) -> Scope:
        """The function around a function, or the module."""
        outer = [
            f for f in find(self.tree, ast.FunctionDef) if f is not scope and lies_in(scope, f)
        ]
        return max(outer, key=lambda function: function.lineno, default=self.tree)

    def _may_be_none(self, node: ast.AST, scope: Scope) -> bool:
        """Whether an expression is None now and then."""
        if isinstance(node, ast.IfExp):
            return holds_none(node.body) != holds_none(node.orelse)
        if not isinstance(node, ast.Name):
            return False
        if isinstance(scope, ast.FunctionDef) and node.id in parameters_of(scope):
            return self.vary(scope, node.id, is_none=True) is True
        values = [n.value for n in bindings(scope, node.id) if isinstance(n, ast.Assign)]
        some = {holds_none(value) for value in values}
        return len(some) > 1 or any(
            isinstance(v, ast.IfExp) and self._may_be_none(v, scope) for v in values
        )

    def _class_of(self, function: ast.FunctionDef) -> str:
        classes = find(self.tree, ast.ClassDef)
        return next((node.name for node in classes if function in node.body), "")

    def _calls_method(self, function: ast.FunctionDef) -> Iterator[ast.Call]:
        """The calls of a method on the class's instances, or on itself in its other methods."""
        for call in kept(self.tree, named_calls).get(function.name, ()):
            if not isinstance(call.func, ast.Attribute):
                continue
            holder = call.func.value
            around = function_around(self.tree, call)
            if name_of(holder) in self._made or (
                ast.unparse(holder) == "self"
                and around is not None
                and self._class_of(around) == self.owner
                and around.name != "__init__"
            ):
                yield call

    def _is_of_module(self, scope: Scope) -> bool:
        """Whether a function belongs to what one step computes: it is a module's."""
        return any(
            scope in node.body
            and any(isinstance(s, ast.FunctionDef) and s.name in FORWARD_NAMES for s in node.body)
            for node in find(self.tree, ast.ClassDef)
        )

    def _calls(self, function: ast.FunctionDef) -> Iterator[ast.Call]:
        """The calls of a function; of ``forward`` those of what its class makes."""
        if function.name not in FORWARD_NAMES:
            own = self._class_of(function) == self.owner
            yield from (
                self._calls_method(function) if own else calls_of_function(self.tree, function.name)
            )
            return
        calls = kept(self.tree, named_calls)
        for name in sorted(self._made):
            yield from calls.get(name, ())

    def _by_keyword(self, function: ast.FunctionDef, name: str) -> Iterator[ast.Call]:
        """Calls of what this file does not show that give the parameter of ``forward`` by its name."""
        if function.name in FORWARD_NAMES:
            for call in kept(self.tree, calls_by_keyword).get(name, ()):
                if name_of(call.func) not in kept(self.tree, defined):
                    yield call

    def _trains(self, call: ast.Call, scope: Scope) -> bool:
        """Whether a call is a part of what is differentiated."""
        if isinstance(scope, ast.FunctionDef):
            if self._is_of_module(scope):
                return True
            if EVALUATES.search(scope.name):
                return False
        if self._is_stopped(call):
            return False
        handed = kept(self.tree, named_calls).get("value_and_grad")
        if handed:
            functions = {name_of(argument) for c in handed for argument in c.args[:1]}
            return isinstance(scope, ast.FunctionDef) and scope.name in functions
        return differentiates(scope)

    def _is_stopped(self, call: ast.Call) -> bool:
        return any(
            lies_in(call, block)
            and any(STOPPED.search(ast.unparse(item.context_expr)) for item in block.items)
            for block in find(self.tree, ast.With)
        )
