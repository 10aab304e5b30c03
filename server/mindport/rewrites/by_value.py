"""A torch class as a value: what its later calls may give, and whether MindSpore's takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mindport.knowledge.schema import Equivalent
from mindport.report import Edit, Name, Piece
from mindport.rewrites.arguments import Mapping, same_default, spelled_out
from mindport.rewrites.facts import UseFacts
from mindport.symbols.signatures import Signature


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


def takes_the_same(ours: Signature, equivalent: Equivalent, theirs: Signature) -> bool:
    """Whether every call of torch's class means the same with MindSpore's."""
    mapped = equivalent.args or equivalent.values or equivalent.set or equivalent.drop
    if _takes_anything(ours) and _takes_anything(theirs):
        return not mapped
    if mapped or any(p.kind in ("varargs", "kwargs") for p in ours.parameters):
        return False
    for parameter in ours.parameters:
        other = theirs.parameter(parameter.name)
        if other is None or (parameter.default is None) != (other.default is None):
            return False
        if parameter.default is not None and not same_default(parameter.default, other.default):
            return False
    known = {p.name for p in ours.parameters}
    needs = any(p.required and p.name not in known for p in theirs.parameters)
    places = _places(ours)
    return not needs and _places(theirs)[: len(places)] == places


def _takes_anything(signature: Signature) -> bool:
    """``(*args, **kwargs)``."""
    return [p.kind for p in signature.parameters] == ["varargs", "kwargs"]


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
