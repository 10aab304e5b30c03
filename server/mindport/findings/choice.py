"""Which of an entry's equivalents a use is written with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mindport.findings.site import Site
from mindport.knowledge.conditions import holds
from mindport.knowledge.schema import Entry, Equivalent
from mindport.rewrites.arguments import Refusal
from mindport.rewrites.by_value import ByValue
from mindport.rewrites.calls import Rewrite, rewrite, takes_all, written
from mindport.rewrites.facts import UseFacts

# Contexts in which a class is only named, so that its arguments and defaults do not matter.
NAMING = ("annotation", "isinstance", "type")
ASKED_FOR = ("isinstance", "type")


@dataclass(frozen=True, slots=True)
class Choice:
    """An equivalent, the use written with it, and whether its condition is known to hold."""

    equivalent: Equivalent
    result: Rewrite | Refusal | ByValue
    certain: bool


def choose(site: Site, facts: UseFacts, possible: Sequence[Equivalent]) -> Choice | None:
    """The first equivalent that holds and can be written; else the first that comes near."""
    near: Choice | None = None
    passed = False  # an equivalent that arguments may ask for which the call does not show
    names_only = facts.use.context in NAMING
    for equivalent in possible:
        if facts.use.context in ASKED_FOR and equivalent.helper and possible[0].helper is None:
            continue
        ignored = names_only and "context" not in (equivalent.when or "")
        verdict = True if ignored else holds(equivalent.when, facts)
        if verdict and _asks_what_is_given(equivalent, facts):
            verdict = None
        if verdict is False:
            continue
        passed |= verdict is None and facts.binding is None and facts.call is not None
        sure = verdict is True and not (passed and equivalent.helper is None)
        result = rewrite(facts, equivalent, site.store)
        if isinstance(result, Rewrite):
            if sure and not result.doubts and equivalent.holds(site.target):
                return Choice(equivalent, result, True)
            if near is None or isinstance(near.result, Refusal):
                near = Choice(equivalent, result, sure)
        elif near is None:
            near = Choice(equivalent, result, verdict is True)
    return near


def same_for_others(site: Site, facts: UseFacts, entry: Entry, result: Rewrite) -> bool:
    """Whether the use is written the same, whichever of torch's overloads it means."""
    assert facts.binding is not None
    for binding in facts.binding.others:
        other = choose(site, replace(facts, binding=binding), site.candidates(entry))
        if other is None or not isinstance(other.result, Rewrite) or not other.certain:
            return False
        texts = [
            [(edit.span, written(site.document, edit)) for edit in one.edits]
            for one in (result, other.result)
        ]
        if texts[0] != texts[1]:
            return False
    return True


def _asks_what_is_given(equivalent: Equivalent, facts: UseFacts) -> bool:
    """Whether the condition is about arguments of a call that does not show what it gives."""
    hidden = facts.binding is None and facts.has_signature and facts.call is not None
    return hidden and equivalent.when is not None and "given(" in equivalent.when


def is_safe(site: Site, entry: Entry, facts: UseFacts, choice: Choice | None) -> bool:
    """Whether a call was shown to mean the same when it is written so."""
    if choice is None or not isinstance(choice.result, Rewrite) or choice.result.doubts:
        return False
    bound = facts.binding is not None and facts.binding.certain
    proved = choice.equivalent.holds(site.target) and entry.is_proved(choice.equivalent)
    differs = any(
        not d.fixed and d.concerns(site.target) and holds(d.when, facts) is not False
        for d in entry.differences
    )
    return choice.certain and bound and proved and not differs


def twin_of(site: Site, entry: Entry) -> Equivalent | None:
    """What takes a torch class's own arguments, so that it can stand for it whatever is given."""
    for equivalent in site.candidates(entry):
        usable = equivalent.holds(site.target) and entry.is_proved(equivalent)
        if usable and takes_all(entry.symbol, equivalent, site.store):
            return equivalent
    return None
