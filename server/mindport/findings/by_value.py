"""Torch classes that are handed on as values (MP109): fixed where all their calls are known."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.findings.site import Site
from mindport.knowledge.conditions import holds
from mindport.knowledge.schema import Entry, Equivalent
from mindport.nodes import walk
from mindport.report import Edit
from mindport.rewrites.arguments import Mapping, map_arguments
from mindport.rewrites.by_value import known_calls_edit
from mindport.rewrites.calls import their_signature
from mindport.rewrites.facts import UseFacts
from mindport.rewrites.layout import arguments
from mindport.symbols.uses import Use
from mindport.symbols.values import FunctionInfo

Function = ast.FunctionDef | ast.AsyncFunctionDef


def known_calls_fix(
    site: Site, entry: Entry, facts: UseFacts
) -> tuple[Equivalent, tuple[Edit, ...]] | None:
    """A rewrite of a parameter's default that means the same in every call of the parameter."""
    calls = _calls_of_default(facts.use)
    if not calls:
        return None
    made = [_call_facts(site, facts.use, call) for call in calls]
    for equivalent in site.candidates(entry):
        proved = equivalent.holds(site.target) and entry.is_proved(equivalent)
        if equivalent.api is None or equivalent.helper is not None or not proved:
            continue
        mappings = [_mapping(site, entry, one, equivalent) for one in made]
        if any(mapping is None for mapping in mappings):
            continue
        edits = known_calls_edit(facts, equivalent.api, [m for m in mappings if m is not None])
        if edits is not None:
            return equivalent, edits
    return None


def _call_facts(site: Site, use: Use, call: ast.Call) -> UseFacts:
    assert isinstance(use.statement, Function)
    function = FunctionInfo(use.statement.name, use.statement, None)
    called = replace(use, call=call, context="call", function=function)
    return site.facts(called)[0]


def _mapping(site: Site, entry: Entry, facts: UseFacts, equivalent: Equivalent) -> Mapping | None:
    differs = any(not d.fixed and holds(d.when, facts) is not False for d in entry.differences)
    if facts.binding is None or facts.call is None or not facts.binding.certain or differs:
        return None
    if holds(equivalent.when, facts) is not True:
        return None
    theirs = their_signature(facts, equivalent, site.store)
    found = map_arguments(facts, equivalent, theirs, arguments(facts.call), 0)
    return found if isinstance(found, Mapping) else None


def _calls_of_default(use: Use) -> list[ast.Call]:
    """The calls of the parameter whose default the class is; none where it goes elsewhere too."""
    if not isinstance(use.statement, Function):
        return []
    name = _parameter(use.statement, use.node)
    if name is None:
        return []
    body = ast.Module(use.statement.body, [])
    calls = [n for n in walk(body) if isinstance(n, ast.Call) and _is(n.func, name)]
    harmless = {id(call.func) for call in calls} | {id(node) for node in _tests(body, name)}
    for node in walk(body):
        if isinstance(node, ast.Name) and node.id == name and id(node) not in harmless:
            return []
        if isinstance(node, ast.arg) and node.arg == name:
            return []
    return calls


def _parameter(function: Function, node: ast.expr) -> str | None:
    args = function.args
    plain = [*args.posonlyargs, *args.args]
    pairs = [
        *zip(reversed(plain), reversed(args.defaults), strict=False),
        *zip(args.kwonlyargs, args.kw_defaults, strict=True),
    ]
    return next((arg.arg for arg, default in pairs if default is node), None)


def _tests(body: ast.AST, name: str) -> Iterator[ast.expr]:
    """The name where it is only asked whether there is one."""
    for node in walk(body):
        if isinstance(node, ast.Compare) and _is(node.left, name):
            others = node.comparators
            if all(isinstance(o, ast.Constant) and o.value is None for o in others):
                yield node.left
        elif isinstance(node, ast.If | ast.IfExp) and _is(node.test, name):
            yield node.test


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
