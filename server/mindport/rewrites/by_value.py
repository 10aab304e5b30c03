"""A torch class as a value: what its later calls may give, and whether MindSpore's takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mindport.knowledge.schema import Equivalent
from mindport.report import Edit, Name, Piece
from mindport.rewrites.arguments import Mapping, same_default, spelled_out, takes_options
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
        moved: whether what is renamed can be taken for something else.
        edits: what writes MindSpore's in its place, for where no such argument is given.
    """

    keywords: tuple[str, ...] = ()
    meaning: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    moved: bool = True
    edits: tuple[Edit, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.keywords or self.meaning or self.renamed or self.lacking)

    @property
    def refuses(self) -> bool:
        """Whether each call means the same, or is refused for a name that is not taken."""
        return bool(self.edits) and not (self.meaning or self.moved)


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
    moved = any(_is_moved(name, binding.signature, equivalent, theirs) for name in renamed)
    return ByValue(tuple(keywords), tuple(equivalent.values), tuple(renamed), tuple(lacking), moved)


def with_defaults(found: ByValue, api: str, named: tuple[Edit, ...]) -> ByValue:
    """With the edits that write ``api``, or a ``partial`` of it that has torch's defaults."""
    if not found.keywords:
        return replace(found, edits=named)
    if len(named) != 1 or not all("=" in keyword for keyword in found.keywords):
        return found
    partial = (Name("functools.partial"), "(", Name(api), ", ", ", ".join(found.keywords), ")")
    return replace(found, edits=(replace(named[0], pieces=partial),))


def _is_moved(name: str, ours: Signature, equivalent: Equivalent, theirs: Signature | None) -> bool:
    """Whether MindSpore's has the parameter at another place, or something else of its name."""
    other = equivalent.args.get(name, name)
    if theirs is None or (other != name and theirs.parameter(name) is not None):
        return True
    places, theirs_places = _places(ours), _places(theirs)
    if name not in places or other not in theirs_places:
        return True
    return places.index(name) != theirs_places.index(other)


def takes_the_same(ours: Signature, equivalent: Equivalent, theirs: Signature) -> bool:
    """Whether every call of torch's class means the same with MindSpore's."""
    # What a helper takes may be left out of a call that is written out, for it changes nothing.
    taken = {p.name for p in theirs.parameters} if equivalent.helper is not None else set()
    dropped = set(equivalent.drop) - taken
    mapped = equivalent.args or equivalent.values or equivalent.set or dropped
    if _takes_anything(ours) and _takes_anything(theirs):
        return not mapped
    kinds = {p.kind for p in ours.parameters}
    if (
        mapped
        or "varargs" in kinds
        or ("kwargs" in kinds and not takes_options(equivalent, theirs))
    ):
        return False
    for parameter in (p for p in ours.parameters if p.kind != "kwargs"):
        other = theirs.parameter(parameter.name)
        if other is None or (parameter.default is not None and other.default is None):
            return False
        default = parameter.default
        if default is None or (parameter.name in equivalent.same and default != "None"):
            continue
        if not same_default(default, other.default):
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
