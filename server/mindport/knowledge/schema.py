"""The knowledge base as data: entries, equivalents, differences, examples, evidence.

``knowledge/README.md`` explains each field to the people who write them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from mindport.knowledge import templates
from mindport.report import Status
from mindport.target import Device, Target, parse_version
from mindport.texts import Text

Compare = Literal["value", "shape", "distribution", "optimizer"]
Expectation = Literal["equal", "differs", "marked"]
Outcome = Literal["equal", "differs", "error", "marked", "torch-error"]
SampleKind = Literal["marked", "raises", "wrong"]

COMPUTED = ("rearrange", "repeat", "reduce", "rearrange_layer", "reduce_layer", "einsum")
STATUSES: tuple[Status, ...] = ("manual", "unsupported", "dropped")


@dataclass(frozen=True, slots=True)
class Equivalent:
    """One thing that MindSpore offers for a symbol: an API with mapped arguments, or a template.

    Attributes:
        by: what computes the template of a call from its literal arguments; ``api`` is then the
            one that tells most of it.
    """

    api: str | None
    to: str | None
    by: str | None
    devices: tuple[Device, ...]
    since: str | None
    until: str | None
    when: str | None
    args: Mapping[str, str]
    values: Mapping[str, str]
    set: Mapping[str, str]
    drop: tuple[str, ...]
    same: tuple[str, ...]
    parameters: Mapping[str, str]
    items: Mapping[int, str]

    @property
    def helper(self) -> str | None:
        """The helper that it calls, if it calls one."""
        pieces = templates.parse(self.to).pieces if self.to else ()
        names = [piece.name for piece in pieces if isinstance(piece, templates.ApiName)]
        prefix = f"{templates.HELPER}."
        found = (name for name in [self.api or "", *names] if name.startswith(prefix))
        return next((name.removeprefix(prefix) for name in found), None)

    def has_version(self, version: tuple[int, ...]) -> bool:
        wanted = version[:2]
        return (self.since is None or parse_version(self.since)[:2] <= wanted) and (
            self.until is None or wanted <= parse_version(self.until)[:2]
        )

    def holds(self, target: Target) -> bool:
        """Whether it is there on all of the target's devices and in its version."""
        return self.has_version(target.version) and set(target.devices) <= set(self.devices)


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs from torch; a trap when it has a code."""

    text: Text
    code: str | None
    when: str | None
    fixed: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A torch snippet that is executed in both frameworks."""

    code: str
    compare: Compare = "value"
    rtol: float | None = None
    atol: float | None = None
    expect: Expectation = "equal"
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a run of one example saw.

    Attributes:
        equivalent: the API or template that the engine chose, None when it chose none.
        greatest: greatest relative difference of the two results.
    """

    example: str
    outcome: Outcome
    mindspore: str
    device: Device
    equivalent: str | None = None
    greatest: float | None = None
    reason: str | None = None
    migrated: str | None = None


@dataclass(frozen=True, slots=True)
class SampleCase:
    """The smallest of the samples that came out in one way.

    Attributes:
        where: what all of those have and no equal one has, e.g. ``ceil_mode=True``; may be empty.
    """

    kind: SampleKind
    source: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Samples:
    """How many of the samples of torch's own tests came out how, with the safe fixes alone."""

    equal: int
    marked: int = 0
    raises: int = 0
    wrong: int = 0
    cases: tuple[SampleCase, ...] = ()

    @property
    def total(self) -> int:
        return self.equal + self.marked + self.raises + self.wrong


@dataclass(frozen=True, slots=True)
class Entry:
    """Everything that is known about one torch symbol."""

    symbol: str
    equivalents: tuple[Equivalent, ...]
    status: Status
    advice: Text | None
    differences: tuple[Difference, ...]
    examples: tuple[Example, ...]
    unverified: Text | None
    evidence: tuple[Evidence, ...] = ()
    samples: Samples | None = None
    differs_for: tuple[str, ...] = ()

    def evidence_for(self, equivalent: Equivalent) -> list[Evidence]:
        """The runs in which the engine chose ``equivalent``."""
        name = equivalent.api or equivalent.to
        return [run for run in self.evidence if run.equivalent == name]

    def is_proved(self, equivalent: Equivalent) -> bool:
        """Whether it was run, and no run that should have been equal was not."""
        runs = self.evidence_for(equivalent)
        expected = {example.code: example.expect for example in self.examples}
        wanted = [run for run in runs if expected.get(run.example, "equal") == "equal"]
        return bool(wanted) and all(run.outcome == "equal" for run in wanted)


def entry_of(plain: Mapping[str, Any]) -> Entry:
    """An entry from the plain data of the YAML or of the index, which must be valid."""
    equivalents = tuple(equivalent_of(item) for item in plain.get("equivalents", ()))
    return Entry(
        symbol=plain["symbol"],
        equivalents=equivalents,
        status=plain.get("status") or derived_status(equivalents),
        advice=text_of(plain.get("advice")),
        differences=tuple(
            Difference(
                text=Text(item["en"], item["zh"]),
                code=item.get("code"),
                when=item.get("when"),
                fixed=item.get("fixed", True),
            )
            for item in plain.get("differences", ())
        ),
        examples=tuple(
            Example(item) if isinstance(item, str) else Example(**item)
            for item in plain.get("examples", ())
        ),
        unverified=text_of(plain.get("unverified")),
        evidence=tuple(Evidence(**item) for item in plain.get("evidence", ())),
        samples=samples_of(plain.get("samples")),
        differs_for=tuple(plain.get("differs_for", ())),
    )


def samples_of(plain: Mapping[str, Any] | None) -> Samples | None:
    if plain is None:
        return None
    cases = tuple(SampleCase(**item) for item in plain.get("cases", ()))
    return Samples(**{**plain, "cases": cases})


def equivalent_of(plain: Mapping[str, Any]) -> Equivalent:
    return Equivalent(
        api=plain.get("api"),
        to=plain.get("to"),
        by=plain.get("by"),
        devices=tuple(plain["devices"]),
        since=plain.get("since"),
        until=plain.get("until"),
        when=plain.get("when"),
        args=plain.get("args", {}),
        values=plain.get("values", {}),
        set={name: str(value) for name, value in plain.get("set", {}).items()},
        drop=tuple(plain.get("drop", ())),
        same=tuple(plain.get("same", ())),
        parameters=plain.get("parameters", {}),
        items={int(index): suffix for index, suffix in plain.get("items", {}).items()},
    )


def derived_status(equivalents: tuple[Equivalent, ...]) -> Status:
    """Conditional where every equivalent has a condition, mapped otherwise."""
    return "conditional" if all(item.when for item in equivalents) else "mapped"


def text_of(plain: Mapping[str, str] | None) -> Text | None:
    return None if plain is None else Text(plain["en"], plain["zh"])
