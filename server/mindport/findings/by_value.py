"""Torch classes that are handed on as values (MP109): fixed where all their calls are known."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from mindport.findings.site import Site
from mindport.knowledge.conditions import UNKNOWN, holds
from mindport.knowledge.schema import Entry, Equivalent
from mindport.nodes import calls_of, walk
from mindport.report import Edit, Name
from mindport.rewrites.arguments import Mapping, map_arguments
from mindport.rewrites.by_value import ByValue, known_calls_edit, lambda_pieces, wrapping_call
from mindport.rewrites.calls import their_signature
from mindport.rewrites.facts import UseFacts, facts_of, literal_value
from mindport.rewrites.layout import arguments
from mindport.symbols.uses import Use
from mindport.symbols.values import FunctionInfo

# Where a lambda stands without parentheses around it.
OPEN = (ast.arguments, ast.keyword, ast.Call, ast.Dict, ast.List, ast.Tuple, ast.Assign, ast.Return)
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
        if equivalent.api is None or not proved:
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
    return facts_of(site.document, called, site.bindings, site.api)[0]


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


def stand_in(
    site: Site, entry: Entry, facts: UseFacts, equivalent: Equivalent, differs: ByValue
) -> Edit | None:
    """What can stand for the class, as far as calls in this file show: itself, or a lambda.

    A lambda takes what torch requires and what the name is called with in this file; anything
    else raises. What a ``partial`` around the class gives stands in the lambda's call.
    """
    use = facts.use
    wanted = frozenset(_keywords_given(site, use))
    if differs == ByValue(lacking=differs.lacking) and not wanted & set(differs.lacking):
        return Edit(site.document.span(use.node), (Name(equivalent.api or ""),))
    partial = _partial(site, use)
    bound = {} if partial is None else {str(k.arg): k.value for k in partial.keywords}
    wrapped = wrapping_call(facts, site.api.signatures(use.symbol), wanted, bound)
    if wrapped is None or use.context != "reference":
        return None
    call_facts, taken = wrapped
    for candidate in (equivalent, *site.candidates(entry)):
        usable = candidate.api is not None and candidate.holds(site.target)
        if usable and holds(candidate.when, call_facts) is not False:
            theirs = their_signature(call_facts, candidate, site.store)
            pieces = lambda_pieces(call_facts, taken, candidate, theirs)
            if pieces is None:
                return None
            outer = use.node if partial is None else partial
            if not isinstance(site.parent(outer, use.statement), OPEN):
                pieces = ("(", *pieces, ")")
            return Edit(site.document.span(outer), pieces)
    return None


def _partial(site: Site, use: Use) -> ast.Call | None:
    """``partial(cls, name=literal)`` around the class."""
    parent = site.parent(use.node, use.statement)
    if not isinstance(parent, ast.Call) or parent.args != [use.node]:
        return None
    if ast.unparse(parent.func) not in ("partial", "functools.partial"):
        return None
    known = all(k.arg and literal_value(k.value) is not UNKNOWN for k in parent.keywords)
    return parent if known else None


def _keywords_given(site: Site, use: Use) -> Iterator[str]:
    """The keywords of the calls of the name under which the class is handed on."""
    statement = use.statement
    name = None
    outer = _partial(site, use) or use.node
    parent = site.parent(outer, statement)
    if isinstance(parent, ast.keyword):
        name = parent.arg
    elif isinstance(statement, Function) and isinstance(parent, ast.arguments):
        name = _parameter(statement, outer)
    if name is None or site.document.tree is None:
        return
    for call in calls_of(site.document.tree, name):
        for keyword in call.keywords:
            yield from (keyword.arg,) if keyword.arg else ("device", "dtype")
