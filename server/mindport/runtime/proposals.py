"""Drafts of entries: MindSpore's APIs of a torch symbol's name, their arguments aligned with
torch's, tried on torch's own samples by the engine that migrates people's code."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache
from typing import Any

from mindport.config import Config
from mindport.knowledge.schema import Entry, entry_of
from mindport.knowledge.store import Store
from mindport.runtime.evidence import with_only
from mindport.runtime.inputs import NAMES, SHAPES
from mindport.runtime.pool import Pool
from mindport.runtime.samples import KINDS, Progress, Sample, Seen, run
from mindport.runtime.snippets import migrated
from mindport.symbols.signatures import Parameter, Signature, parse
from mindport.symbols.torch_api import TorchApi
from mindport.target import DEVICES, Target

ROOT = "mindspore"
# Where candidates are looked for, the preferred first.
NAMESPACES = ("mindspore.mint", "mindspore.ops", "mindspore.nn", "mindspore.Tensor", ROOT,
              "mindspore.numpy", "mindspore.scipy")  # fmt: skip
RECEIVER = Parameter("self", "positional")
OPERATION = "mindspore.ops.operations"  # primitives: what ops wraps
METHOD, MINDSPORE_METHOD = "torch.Tensor.", "mindspore.Tensor."
LIKE = 0.8  # of a name's letters in the same order
# What the two frameworks, and each of them here and there, call the same thing.
MEAN_THE_SAME = (
    {"input", "self", "x", "a", "input_x", "x1", "tensor", "logits"},
    {"other", "y", "b", "x2"},
    {"dim", "dims", "axis", "axes"},
    {"keepdim", "keepdims", "keep_dims"},
    {"eps", "epsilon"},
    {"size", "shape"},
    {"correction", "ddof"},
    {"target", "labels", "label"},
    {"bias", "has_bias"},
)
# Of torch, with no meaning for the result; the engine leaves them out by itself.
APART = frozenset({"out", "device", "layout", "pin_memory", "memory_format", "non_blocking",
                   "requires_grad", "generator"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Candidate:
    """An API that may do what the symbol does.

    Attributes:
        equivalent: as an entry has it.
        signature: of the API, for the reader.
        lacking: torch's parameters that it has no counterpart for.
        first: torch's first parameter, ``self`` for a method's receiver.
    """

    api: str
    equivalent: Mapping[str, Any]
    signature: str
    lacking: tuple[str, ...]
    first: str


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate and what became of torch's samples with it."""

    candidate: Candidate
    seen: tuple[Seen, ...]
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def refused(self) -> tuple[str, ...]:
        """The dtypes of which no sample came out equal and every one that was run raised."""
        raised = {item.sample.dtype for item in self.seen if item.kind == "raises"}
        taken = {item.sample.dtype for item in self.seen if item.kind in ("equal", "wrong")}
        return tuple(sorted(raised - taken))

    @property
    def is_equal(self) -> bool:
        """Whether each sample of the dtypes that it takes came out equal, and there was one."""
        bad = {item.sample.dtype for item in self.seen if item.kind in ("raises", "wrong")}
        return bool(self.counts["equal"]) and bad == set(self.refused)


def candidates(
    symbol: str, api: TorchApi, harvested: Mapping[str, Mapping[str, Any]]
) -> list[Candidate]:
    """MindSpore's APIs that are called as the symbol is, or nearly so; the likeliest first."""
    wanted = _plain(symbol)
    is_class = api.kind(symbol) == "class"
    signatures = api.signatures(symbol)
    found: list[tuple[tuple[float, int, int, str], Candidate]] = []
    for name, described in harvested.items():
        if name.startswith(OPERATION) or is_class != name.rpartition(".")[2][:1].isupper():
            continue
        place = next((i for i, home in enumerate(NAMESPACES) if _is_in(name, home)), None)
        if place is None:
            continue
        likeness = _likeness(wanted, _plain(name))
        if likeness < LIKE:
            continue
        for written in described.get("signatures", ()):
            candidate = _aligned(symbol, signatures, name, written, described)
            found.append(((-likeness, len(candidate.lacking), place, name), candidate))
    found.sort(key=lambda item: item[0])
    seen: dict[str, Candidate] = {}
    for _, candidate in found:
        seen.setdefault(candidate.api, candidate)
    return list(seen.values())


def _is_in(name: str, home: str) -> bool:
    """Whether a name is in a namespace; in one below it only where the home is not the root."""
    return name.startswith(f"{home}.") and (home != ROOT or name.count(".") == 1)


@cache
def _plain(name: str) -> str:
    return name.rpartition(".")[2].lower().replace("_", "")


def _likeness(wanted: str, name: str) -> float:
    if wanted == name:
        return 1.0
    matcher = SequenceMatcher(None, wanted, name, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= LIKE else 0.0


# ---- arguments


def _aligned(
    symbol: str,
    signatures: Sequence[Signature],
    name: str,
    written: str,
    described: Mapping[str, Any],
) -> Candidate:
    """The equivalent that gives each of torch's arguments to its counterpart.

    Counterparts have the same name, names that mean the same, or what is left over the same place.
    """
    method, theirs = symbol.startswith(METHOD), name.startswith(MINDSPORE_METHOD)
    longest = max(signatures, key=lambda one: len(one.parameters), default=Signature())
    ours = [one for one in longest.parameters if not (method and one.name == RECEIVER.name)]
    ours = [RECEIVER, *ours] if method else ours
    taken = parse(written).parameters
    pairs = dict(_pairs(ours, (RECEIVER, *taken) if theirs else taken))
    lacking = tuple(
        one.name
        for one in ours
        if one.name not in pairs and one.name not in APART and one.kind != "kwargs"
    )
    documented = described.get("platforms", ())
    renamed = {ours: theirs for ours, theirs in pairs.items() if ours != theirs}
    equivalent: dict[str, Any] = {}
    if method == theirs:
        equivalent["api"] = name
    else:
        equivalent["to"] = _template(name, pairs, taken)
    equivalent["devices"] = [one for one in DEVICES if one in documented or one == "CPU"]
    if method == theirs and renamed:
        equivalent["args"] = renamed
    return Candidate(name, equivalent, written, lacking, ours[0].name if ours else RECEIVER.name)


def _pairs(ours: Sequence[Parameter], theirs: Sequence[Parameter]) -> Iterator[tuple[str, str]]:
    left = {one.name: one for one in theirs}
    rest: list[Parameter] = []
    for one in ours:
        match = one.name if one.name in left else _synonym(one.name, left)
        if match is None:
            rest.append(one)
        else:
            left.pop(match)
            yield one.name, match
    places = {one.name: index for index, one in enumerate(theirs)}
    for one in rest:
        index = list(ours).index(one)
        same = (name for name in left if places[name] == index and left[name].required)
        if one.required and (match := next(same, None)) is not None:
            left.pop(match)
            yield one.name, match


def _synonym(name: str, left: Mapping[str, Parameter]) -> str | None:
    groups = (group for group in MEAN_THE_SAME if name in group)
    return next((other for group in groups for other in left if other in group), None)


def _template(name: str, pairs: Mapping[str, str], taken: Sequence[Parameter]) -> str:
    """A call of a function on a method's receiver, or of a method on a function's first argument."""
    of = {theirs: ours for ours, theirs in pairs.items()}
    receiver = of.pop(RECEIVER.name, RECEIVER.name) if name.startswith(MINDSPORE_METHOD) else ""
    arguments: list[str] = []
    by_place = True
    for one in taken:
        by_place = by_place and one.required and one.kind != "keyword" and one.name in of
        if by_place:
            arguments.append(f"{{{of[one.name]}}}")
        elif one.name in of:
            arguments.append(f"{one.name}={{{of[one.name]}{'' if one.required else '?'}}}")
    if name.startswith(MINDSPORE_METHOD):
        return f"{{{receiver}}}.{name.rpartition('.')[2]}({', '.join(arguments)})"
    return f"{name}({', '.join(arguments)})"


# ---- runs


def try_out(
    symbol: str,
    candidate: Candidate,
    samples: Sequence[Sample],
    store: Store,
    harvested: Mapping[str, Mapping[str, Any]],
    pool: Pool,
) -> Tried:
    """What becomes of torch's samples of the symbol if the candidate takes its place."""
    tried, entry = draft_store(symbol, candidate, store, harvested)
    only = with_only(tried, entry, entry.equivalents)
    config = Config(target=Target(devices=("CPU",)))
    texts = [
        migrated(sample.source, sample.names, config, only, unsafe=False) for sample in samples
    ]
    seen = tuple(run(samples, texts, pool, Progress()))
    found = Counter(item.kind for item in seen)
    return Tried(candidate, seen, {kind: found[kind] for kind in KINDS})


def draft_store(
    symbol: str, candidate: Candidate, store: Store, harvested: Mapping[str, Mapping[str, Any]]
) -> tuple[Store, Entry]:
    """A store that knows the candidate's API, and the symbol's entry with it."""
    apis = {**store.apis, candidate.api: harvested[candidate.api]}
    plain = {"symbol": symbol, "equivalents": [dict(candidate.equivalent)]}
    entry = entry_of(plain, store.versions, store.version)
    knowing = replace(store, apis=apis, _own={}, _entries={}, _signatures={}, _others={})
    return knowing, entry


# ---- examples of the draft


def examples(seen: Sequence[Seen]) -> list[Any]:
    """Samples that came out equal, with the prepared inputs in place of theirs: different calls,
    the short ones first. Whether they run with these shapes is for a run to say."""
    equal = [item.sample for item in seen if item.kind == "equal"]
    found: dict[str, Any] = {}
    for sample in sorted(equal, key=lambda sample: (len(sample.source), sample.source)):
        text = _prepared(sample)
        if text is not None:
            plain = sample.mode == "value"
            found.setdefault(text, text if plain else {"code": text, "compare": sample.mode})
    return list(found.values())


def _prepared(sample: Sample) -> str | None:
    names = _inputs(sample.inputs)
    if names is None:
        return None
    tree = ast.parse(sample.source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]
    if not all(isinstance(statement, (ast.Expr, ast.Assign)) for statement in tree.body):
        return None
    return "; ".join(ast.unparse(statement) for statement in tree.body)


def _inputs(text: str) -> dict[str, str] | None:
    """The prepared input for each of a sample's (``x float32 (5, 5), y int64 ()``), None where
    there is none of its dtype and dimensions."""
    found: dict[str, str] = {}
    letters = {"float32": "xyp", "int64": "i", "bool": "b"}
    for name, dtype, shape in _described(text):
        rank = len(shape)
        free = [f"{letter}{rank}" for letter in letters.get(dtype, "")]
        free = [one for one in free if one in NAMES and one not in found.values()]
        if str(rank) not in SHAPES or not free or 0 in shape:
            return None
        found[name] = free[0]
    return found


def _described(text: str) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    for part in text.split("), "):
        head, _, sizes = part.rstrip(")").partition(" (")
        name, _, dtype = head.strip().partition(" ")
        if name and dtype:
            yield name, dtype, tuple(int(one) for one in sizes.split(",") if one.strip())
