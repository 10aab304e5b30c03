"""The knowledge base as data: entries, equivalents, differences, examples, evidence.

``knowledge/README.md`` explains each field to the people who write them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from mindport.knowledge import templates
from mindport.report import Status
from mindport.target import MODES, Device, Mode, Target, parse_version
from mindport.texts import Text

Compare = Literal["value", "shape", "distribution", "optimizer"]
Expectation = Literal["equal", "differs", "marked"]
Outcome = Literal["equal", "differs", "error", "marked", "torch-error"]
SampleKind = Literal["marked", "raises", "wrong"]

COMPUTED = (
    "rearrange", "repeat", "reduce", "rearrange_layer", "reduce_layer", "einsum", "contraction",
    "network", "weights",
)  # fmt: skip
STATUSES: tuple[Status, ...] = ("manual", "unsupported", "dropped")


@dataclass(frozen=True, slots=True)
class Equivalent:
    """One thing that MindSpore offers for a symbol: an API with mapped arguments, or a template.

    Attributes:
        by: what computes the template of a call from its literal arguments; ``api`` is then the
            one that tells most of it.
        modes: the execution modes of the target for which it is taken.
        keeps: torch parameters of which its attribute of that name holds torch's value, to be read.
    """

    api: str | None
    to: str | None
    by: str | None
    devices: tuple[Device, ...]
    modes: tuple[Mode, ...]
    since: str | None
    until: str | None
    when: str | None
    args: Mapping[str, str]
    values: Mapping[str, str]
    set: Mapping[str, str]
    drop: tuple[str, ...]
    same: tuple[str, ...]
    keeps: tuple[str, ...]
    parameters: Mapping[str, str]
    items: Mapping[int, str]

    @property
    def helper(self) -> str | None:
        """The helper that it calls, if it calls one."""
        prefix = f"{templates.HELPER}."
        if prefix not in (self.api or "") and prefix not in (self.to or ""):
            return None  # asked of every use: most templates need not be parsed for it
        pieces = templates.parse(self.to).pieces if self.to else ()
        names = [piece.name for piece in pieces if isinstance(piece, templates.ApiName)]
        found = (name for name in [self.api or "", *names] if name.startswith(prefix))
        return next((name.removeprefix(prefix) for name in found), None)

    def has_version(self, version: tuple[int, ...]) -> bool:
        wanted = version[:2]
        return (self.since is None or parse_version(self.since)[:2] <= wanted) and (
            self.until is None or wanted <= parse_version(self.until)[:2]
        )

    def is_gone(self, version: tuple[int, ...]) -> bool:
        """Whether ``version`` is later than the last that has it."""
        return self.until is not None and parse_version(self.until)[:2] < version[:2]

    def holds(self, target: Target) -> bool:
        """Whether it is there on all of the target's devices and in its version."""
        return self.has_version(target.version) and set(target.devices) <= set(self.devices)


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs from torch; a trap when it has a code.

    Attributes:
        devices: where it is so; empty for everywhere.
    """

    text: Text
    code: str | None
    when: str | None
    fixed: bool
    devices: tuple[Device, ...] = ()

    def concerns(self, target: Target) -> bool:
        return not self.devices or bool(set(self.devices) & set(target.devices))


@dataclass(frozen=True, slots=True)
class Example:
    """A torch snippet that is executed in both frameworks, in ``processes`` at once."""

    code: str
    compare: Compare = "value"
    rtol: float | None = None
    atol: float | None = None
    expect: Expectation = "equal"
    note: str | None = None
    processes: int = 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a run of one example saw.

    Attributes:
        equivalent: the API or template that the engine chose, None when it chose none.
        greatest: greatest relative difference of the two results.
        processes: in how many processes at once each framework ran it, None for one.
    """

    example: str
    outcome: Outcome
    mindspore: str
    device: Device
    equivalent: str | None = None
    greatest: float | None = None
    reason: str | None = None
    migrated: str | None = None
    processes: int | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry's runs on all MindSpore versions, as the index has them.

    Attributes:
        newest: the runs on the newest version.
        older: by older version, the runs that differ from those; None where there was no run.
        versions: all versions, the oldest first.
    """

    newest: Sequence[Mapping[str, Any]] = ()
    older: Mapping[str, Sequence[Mapping[str, Any]] | None] = field(default_factory=dict)
    versions: tuple[str, ...] = ()

    def on(self, version: str | None) -> tuple[Evidence, ...]:
        """The runs on one version."""
        differing = self.older.get(version or "", ())
        if version not in self.versions or differing is None:
            return ()
        if version == self.versions[-1]:
            return tuple(Evidence(**run) for run in self.newest)
        runs = overlaid(self.newest, differing)
        return tuple(Evidence(**{**run, "mindspore": version}) for run in runs)


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
    """How many of the samples of torch's own tests came out how, with the safe fixes alone.

    Attributes:
        shown: how many of them came out so only where the source shows shapes and dtypes.
    """

    equal: int
    marked: int = 0
    raises: int = 0
    wrong: int = 0
    shown: int = 0
    cases: tuple[SampleCase, ...] = ()

    @property
    def total(self) -> int:
        return self.equal + self.marked + self.raises + self.wrong


@dataclass(frozen=True, slots=True)
class Entry:
    """Everything that is known about one torch symbol.

    Attributes:
        evidence: the runs on the MindSpore version that is asked for.
        samples: those of torch's own tests, run on that version.
        recorded: the runs on every MindSpore version.
    """

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
    recorded: Recorded = Recorded()

    def for_member(self, member: str) -> Entry:
        """What it says of a member of its class or namespace, which has no entry of its own."""
        advice = self.advice or Text("", "")
        told = Text(f"part of {self.symbol}. {advice.en}", f"属于 {self.symbol}。{advice.zh}")
        return Entry(member, (), self.status, told, (), (), self.unverified)

    def evidence_for(self, equivalent: Equivalent) -> list[Evidence]:
        """The runs in which the engine chose ``equivalent``."""
        return self._of(equivalent, self.evidence)

    def wanted_equal(self, equivalent: Equivalent) -> list[Evidence]:
        """Those that should have been equal."""
        return self._wanted(equivalent, self.evidence)

    def is_proved(self, equivalent: Equivalent) -> bool:
        """Whether it was run, and no run that should have been equal was not."""
        return _all_equal(self._wanted(equivalent, self.evidence))

    def proved_on(self, equivalent: Equivalent) -> tuple[str, ...]:
        """The recorded MindSpore versions on which it is proved, the oldest first."""
        return tuple(
            version
            for version in self.recorded.versions
            if equivalent.has_version(parse_version(version))
            and _all_equal(self._wanted(equivalent, self.recorded.on(version)))
        )

    def _wanted(self, equivalent: Equivalent, runs: tuple[Evidence, ...]) -> list[Evidence]:
        expected = {example.code: example.expect for example in self.examples}
        chosen = self._of(equivalent, runs)
        return [run for run in chosen if expected.get(run.example, "equal") == "equal"]

    def _of(self, equivalent: Equivalent, runs: tuple[Evidence, ...]) -> list[Evidence]:
        name = equivalent.api or equivalent.to
        return [run for run in runs if run.equivalent == name]


def _all_equal(runs: list[Evidence]) -> bool:
    return bool(runs) and all(run.outcome == "equal" for run in runs)


def entry_of(
    plain: Mapping[str, Any], versions: Sequence[str] = (), version: str | None = None
) -> Entry:
    """An entry from the plain data of the YAML or of the index, which must be valid.

    Args:
        versions: the MindSpore versions that the index knows, the oldest first.
        version: the one whose runs the entry's evidence is to be; None for the newest.
    """
    recorded = Recorded(plain.get("evidence", ()), plain.get("older", {}), tuple(versions))
    newest = versions[-1] if versions else None
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
        )
        + tuple(
            difference
            for name, kinds in plain.get("refuses", {}).items()
            for difference in _refused(name, kinds)
        ),
        examples=tuple(
            Example(item) if isinstance(item, str) else Example(**item)
            for item in plain.get("examples", ())
        ),
        unverified=text_of(plain.get("unverified")),
        evidence=recorded.on(version or newest),
        samples=samples_of(plain.get("samples")) if version in (None, newest) else None,
        differs_for=tuple(plain.get("differs_for", ())),
        recorded=recorded,
    )


# What is said of tensors of such a shape, or with such values, and when the source shows it.
SHAPES = {
    "0-d": (
        Text(
            "On CPU MindSpore raises here for a tensor without axes.",
            "在 CPU 上，MindSpore 此处对 0 维张量会报错。",
        ),
        "rank({name!r}) == 0",
    ),
    "empty": (
        Text(
            "On CPU MindSpore raises here for a tensor without elements.",
            "在 CPU 上，MindSpore 此处对没有元素的张量会报错。",
        ),
        "empty({name!r})",
    ),
    "nan": (
        Text(
            "On CPU a NaN may be passed over or give a number here, where torch gives NaN.",
            "CPU 上 NaN 在此处可能被忽略或得到一个数值，而 torch 的结果为 NaN。",
        ),
        "nan({name!r})",
    ),
}


def _refused(name: str, kinds: Sequence[str]) -> Iterator[Difference]:
    """What is said where the source shows that an argument has a dtype without a kernel, or a shape
    that is refused."""
    dtypes = tuple(kind for kind in kinds if kind not in SHAPES)
    if dtypes:
        listed = ", ".join(dtypes)
        text = Text(
            f"On CPU MindSpore has no kernel for tensors of {listed} here.",
            f"在 CPU 上，MindSpore 此处没有 {listed} 张量的算子。",
        )
        yield Difference(text, "MP212", f"dtype({name!r}) in {dtypes!r}", False, ("CPU",))
    for kind in kinds:
        if kind in SHAPES:
            text, when = SHAPES[kind]
            yield Difference(text, "MP220", when.format(name=name), False, ("CPU",))


def overlaid(
    runs: Sequence[Mapping[str, Any]], differing: Sequence[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    """``runs`` with those of the same example and equivalent replaced by the differing ones."""
    gone = {(run["example"], run.get("equivalent")) for run in differing}
    kept = [run for run in runs if (run["example"], run.get("equivalent")) not in gone]
    return [*kept, *differing]


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
        modes=tuple(plain.get("modes", MODES)),
        since=plain.get("since"),
        until=plain.get("until"),
        when=plain.get("when"),
        args=plain.get("args", {}),
        values=plain.get("values", {}),
        set={name: str(value) for name, value in plain.get("set", {}).items()},
        drop=tuple(plain.get("drop", ())),
        same=tuple(plain.get("same", ())),
        keeps=tuple(plain.get("keeps", ())),
        parameters=plain.get("parameters", {}),
        items={int(index): suffix for index, suffix in plain.get("items", {}).items()},
    )


# Conditions that ask where something stands: elsewhere nothing that was given is in the way.
ELSEWHERE = ("in_optimizer", "context == 'base'")


def derived_status(equivalents: tuple[Equivalent, ...]) -> Status:
    """Conditional where every equivalent has a condition, mapped otherwise; manual where they are
    for special places alone."""
    if all(item.when in ELSEWHERE for item in equivalents):
        return "manual"
    return "conditional" if all(item.when for item in equivalents) else "mapped"


def text_of(plain: Mapping[str, str] | None) -> Text | None:
    return None if plain is None else Text(plain["en"], plain["zh"])
