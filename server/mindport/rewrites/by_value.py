"""A torch class as a value: what its later calls may give, and what to write in its place."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mindport.knowledge.schema import Equivalent
from mindport.report import Edit, Name, Piece
from mindport.rewrites.arguments import Mapping, map_arguments, spelled_out
from mindport.rewrites.facts import UseFacts
from mindport.symbols.binder import Unbound, bind
from mindport.symbols.signatures import Parameter, Signature
from mindport.symbols.spreads import SpreadOut


@dataclass(frozen=True, slots=True)
class ByValue:
    """How later calls of the class or function would have to differ.

    Attributes:
        keywords: written at each call, for another default.
        meaning: arguments that mean something else under the same name or at the same place.
        renamed: arguments that have another name or place.
        lacking: arguments that MindSpore's does not take.
    """

    keywords: tuple[str, ...] = ()
    meaning: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.keywords or self.meaning or self.renamed or self.lacking)


def by_value(
    facts: UseFacts, equivalent: Equivalent, theirs: Signature | None, is_class: bool
) -> ByValue:
    """What differs for calls that may give anything."""
    binding = facts.binding
    if binding is None:
        return ByValue((*equivalent.set, *equivalent.args, *equivalent.values))
    added = spelled_out(facts, equivalent, theirs)
    keywords = [*equivalent.set, *(t for t in added if t.partition("=")[0] not in equivalent.set)]
    renamed = [
        ours for ours, name in equivalent.args.items()
        if ours != name and binding.signature.parameter(ours)
    ]  # fmt: skip
    lacking: list[str] = []
    if is_class and theirs is not None and not any(p.kind == "kwargs" for p in theirs.parameters):
        places = _places(theirs)
        for place, parameter in enumerate(_places(binding.signature)):
            if parameter in renamed or theirs.parameter(equivalent.args.get(parameter, parameter)):
                moved = place >= len(places) or places[place] != parameter
                if moved and parameter not in renamed:
                    renamed.append(parameter)
        lacking = [
            p.name for p in binding.signature.parameters
            if p.kind not in ("varargs", "kwargs")
            and theirs.parameter(equivalent.args.get(p.name, p.name)) is None
        ]  # fmt: skip
    return ByValue(tuple(keywords), tuple(equivalent.values), tuple(renamed), tuple(lacking))


def _places(signature: Signature) -> list[str]:
    return [p.name for p in signature.parameters if p.kind in ("positional", "positional_only")]


def known_calls_edit(
    facts: UseFacts, api: str, mappings: Sequence[Mapping]
) -> tuple[Edit, ...] | None:
    """The class, or a ``partial`` of it, that serves calls with these mappings as they stand."""
    added = {mapping.added for mapping in mappings}
    untouched = all(given.stays for mapping in mappings for given in mapping.given)
    if len(added) != 1 or not untouched or any(mapping.doubts for mapping in mappings):
        return None
    pieces: list[Piece] = [Name(api)]
    for name, value in added.pop():
        pieces += [f", {name}=", *value]
    if len(pieces) > 1:
        pieces = [Name("functools.partial"), "(", *pieces, ")"]
    return (Edit(facts.document.span(facts.use.node), tuple(pieces)),)


def wrapping_call(
    facts: UseFacts,
    signatures: Sequence[Signature],
    wanted: frozenset[str],
    bound: dict[str, ast.expr],
) -> tuple[UseFacts, tuple[Parameter, ...]] | None:
    """The call that a lambda around the class would make, with its own parameters.

    Those are the ones that torch requires, and of the others those that are ``wanted``; what is
    ``bound`` has a value already.
    """
    if not signatures or any(p.kind == "varargs" for p in signatures[0].parameters):
        return None
    taken = tuple(
        p for p in signatures[0].parameters
        if p.kind != "kwargs" and p.name not in bound and (p.required or p.name in wanted)
    )  # fmt: skip
    node = facts.use.node
    own = {p.name: ast.copy_location(ast.Name(p.name, ast.Load()), node) for p in taken}
    positional = [own[p.name] for p in taken if p.required and not bound]
    named = {n: v for n, v in own.items() if v not in positional} | bound
    keywords = [ast.copy_location(ast.keyword(n, v), node) for n, v in named.items()]
    call = ast.copy_location(ast.Call(node, list(positional), keywords), node)
    binding = bind(signatures, call)
    if isinstance(binding, Unbound):
        return None
    spread = SpreadOut(call, {}, {value: name for name, value in own.items()})
    use = replace(facts.use, call=call, context="call")
    return UseFacts(facts.document, use, binding, facts.values, spread=spread), taken


def lambda_pieces(
    facts: UseFacts,
    taken: Sequence[Parameter],
    equivalent: Equivalent,
    theirs: Signature | None,
) -> tuple[Piece, ...] | None:
    """``lambda dim: mindspore.nn.LayerNorm((dim,), epsilon=1e-05)``."""
    call = facts.call
    assert call is not None and equivalent.api is not None
    order: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    mapping = map_arguments(facts, equivalent, theirs, order, 0)
    if not isinstance(mapping, Mapping):
        return None
    own = [p.name if p.default is None else f"{p.name}={p.default}" for p in taken]
    pieces: list[Piece] = [f"lambda {', '.join(own)}: " if own else "lambda: "]
    pieces += [Name(equivalent.api), "("]
    written: list[tuple[Piece, ...]] = []
    for given in mapping.given:
        if given.keep:
            keyword = given.source if isinstance(given.source, ast.keyword) else None
            value = (
                given.source if not isinstance(given.source, ast.keyword) else given.source.value
            )
            name = given.name or (keyword.arg if keyword is not None else None)
            text = given.value or (facts.piece(value, False),)
            written.append((f"{name}=", *text) if name else text)
    written += [(f"{name}=", *value) for name, value in mapping.added]
    for index, item in enumerate(written):
        pieces += [", ", *item] if index else item
    return (*pieces, ")")
