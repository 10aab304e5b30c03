"""Asks the compiled knowledge base: entries, MindSpore's signatures, explanations, search."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from mindport.document import Document
from mindport.knowledge import helpers, search
from mindport.knowledge.helpers import Definition, Helper
from mindport.knowledge.index import read
from mindport.knowledge.schema import Entry, Equivalent, entry_of
from mindport.report import Status
from mindport.symbols import torch_api
from mindport.symbols.signatures import Signature, parse
from mindport.symbols.values import LAYER_PARAMETERS
from mindport.target import Device, Target, parse_version

INDEX = Path(__file__).with_name("index.jsonl")
SOURCE = Path(__file__).resolve().parents[3] / "knowledge"
"""Where a checkout keeps what the index is compiled from."""
PASSED_ON: tuple[Status, ...] = ("manual", "unsupported")
"""What a class or a namespace is that leaves its members without a counterpart, too."""
CONSTRUCTOR = "__init__"
MODULE = "torch.nn.Module"


class IndexMissingError(Exception):
    """The package carries no knowledge index."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One symbol for one target, as ``mindport explain`` gives it.

    Attributes:
        helper: the helper that the equivalent calls, if it calls one.
        verified: MindSpore version and device of the runs that showed the equivalent equal for
            this target, e.g. ``"2.10.0 CPU"``; None when it was not run, or not equal.
        verified_on: all MindSpore versions on which it was shown equal, the oldest first.
    """

    symbol: str
    status: Status
    api: str | None
    devices: tuple[Device, ...]
    since: str | None
    verified: str | None
    entry: Entry | None
    helper: str | None = None
    verified_on: tuple[str, ...] = ()


@dataclass(frozen=True)
class Store:
    """The knowledge base as it holds for one MindSpore version; ``at`` gives it for another.

    Entries are built from plain data when they are asked for.

    Attributes:
        versions: the MindSpore versions that it knows, the oldest first.
        version: the one that it answers for.
        words: parts of names by what people call them, for the search.
        older_apis: by older version, the APIs whose signatures were others.
    """

    plain: Mapping[str, Mapping[str, Any]]
    apis: Mapping[str, Mapping[str, Any]]
    versions: tuple[str, ...]
    version: str
    helpers: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    words: Mapping[str, Sequence[str]] = field(default_factory=dict, kw_only=True)
    older_apis: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, kw_only=True)
    _own: dict[str, Entry] = field(default_factory=dict)
    _entries: dict[tuple[str, str | None], Entry | None] = field(default_factory=dict)
    _signatures: dict[str, tuple[Signature, ...]] = field(default_factory=dict)
    _others: dict[str, Store] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.plain)

    def at(self, mindspore: str) -> Store:
        """The knowledge base for ``mindspore``, a version such as "2.9" or "2.7.1".

        A version between two that were recorded is answered for by the runs of its own X.Y; one
        of an X.Y that was not recorded has none.
        """
        wanted = parse_version(mindspore)[:2]
        if wanted == parse_version(self.version)[:2]:
            return self
        same = (one for one in reversed(self.versions) if parse_version(one)[:2] == wanted)
        version = next(same, mindspore)
        if version not in self._others:
            self._others[version] = replace(
                self, version=version, _own={}, _entries={}, _signatures={}, _others={}
            )
        return self._others[version]

    def entry(self, symbol: str, owner: str | None = None) -> Entry | None:
        """The entry that tells of a canonical torch symbol.

        That is its own; for a member of a class (of ``owner``, where the receiver's class is
        known to be more than what defines it) the nearest base's entry of that name; for a
        constructor the class's; and for what torch has in a class or namespace that is manual or
        unsupported, the owner's.
        """
        key = (symbol, owner)
        if key not in self._entries:
            self._entries[key] = self._found(symbol, owner)
        return self._entries[key]

    def own(self, symbol: str) -> Entry | None:
        """The entry that was written for a symbol itself."""
        found = self._own.get(symbol)
        if found is None and symbol in self.plain:
            found = self._own[symbol] = entry_of(self.plain[symbol], self.versions, self.version)
        return found

    def _found(self, symbol: str, owner: str | None) -> Entry | None:
        api = torch_api.load()
        holder, _, name = symbol.rpartition(".")
        if name == CONSTRUCTOR:
            return self.own(symbol) or self.entry(holder)
        owner = owner or holder
        bases = (owner, *api.ancestors(owner))
        if name in LAYER_PARAMETERS:  # the entries of Module are of a layer that may be any
            bases = tuple(base for base in bases if base == owner or base != MODULE)
        names = [f"{base}.{name}" for base in bases]
        for written in [*names, symbol] if owner != holder else [symbol, *names]:
            if (entry := self.own(written)) is not None:
                return entry
        return self._inherited(f"{owner}.{name}") or self._inherited(symbol)

    def _inherited(self, member: str) -> Entry | None:
        """The entry of the nearest owner that has one, if that leaves its members nothing.

        What torch lacks is no member of what was looked at; of what was not (namespaces of vendors'
        packages, and of torch those that few use), anything may be.
        """
        api = torch_api.load()
        owner = holder = member.rpartition(".")[0]
        while owner and owner not in self.plain:
            owner = owner.rpartition(".")[0]
        entry = self.own(owner)
        if entry is None or entry.status not in PASSED_ON:
            return None
        if api.canonical(member) is None and api.members(holder):
            return None
        return entry.for_member(member)

    def status(self, symbol: str) -> Status:
        entry = self.entry(symbol)
        return "unknown" if entry is None else entry.status

    def signatures(self, api: str) -> tuple[Signature, ...]:
        """MindSpore's signatures of ``api``; none when they are not known."""
        found = self._signatures.get(api)
        if found is None:
            older = self.older_apis.get(self.version, {})
            texts = older.get(api, self.apis.get(api, {})).get("signatures", ())
            found = self._signatures[api] = tuple(parse(text) for text in texts)
        return found

    def helper(self, name: str) -> Helper:
        """The helper called ``name``."""
        return helpers.parse(name, self.helpers[name])

    def is_helper(self, name: str, document: Document, node: Definition) -> bool:
        """Whether a definition of a file is the helper ``name``, whatever it is called there."""
        if name not in self.helpers or document.tree is None:
            return False
        helper = self.helper(name)
        if ast.get_docstring(node) != helper.docstring:
            return False
        imports = helpers.imports_of(document.tree)
        return helpers.canonical(document, node, imports) == helper.canonical

    def with_needed(self, names: Iterable[str]) -> list[str]:
        """The helpers ``names`` and all that they use, each behind those that it uses."""
        return helpers.with_needed(names, self.helpers)

    def every_helper(self) -> Iterator[Helper]:
        """All helpers."""
        return map(self.helper, self.helpers)

    def explain(self, symbol: str, target: Target) -> Explanation:
        """What the knowledge base says of ``symbol`` on ``target``, of this store's version."""
        entry = self.entry(symbol)
        if entry is None:
            return Explanation(symbol, "unknown", None, (), None, None, None)
        best = candidates(entry, target)
        if not best:
            return Explanation(symbol, entry.status, None, (), None, None, entry)
        chosen = best[0]
        return Explanation(
            symbol=symbol,
            status=entry.status,
            api=chosen.api or chosen.to,
            devices=chosen.devices,
            since=chosen.since,
            verified=verified(entry, chosen),
            entry=entry,
            helper=chosen.helper,
            verified_on=entry.proved_on(chosen),
        )

    def search(self, words: str) -> list[Entry]:
        """Entries that hold all the words, in names or in texts, the closest first."""
        found = map(self.own, search.ranked(self.plain, self.words, words))
        return [entry for entry in found if entry is not None]

    def near(self, name: str) -> list[str]:
        """Symbols that may have been meant by ``name``, which is none; the closest first."""
        return search.near(self.plain, name)


def candidates(entry: Entry, target: Target) -> list[Equivalent]:
    """Equivalents in the order to try: on all devices and proved, on all devices, on some."""
    there = [
        item
        for item in entry.equivalents
        if item.has_version(target.version) and target.mode in item.modes
    ]

    def rank(item: Equivalent) -> tuple[int, int]:
        missing = len(set(target.devices) - set(item.devices))
        return (missing, 0 if missing or entry.is_proved(item) else 1)

    usable = [item for item in there if set(item.devices) & set(target.devices)]
    return sorted(usable, key=rank)


def verified(entry: Entry, equivalent: Equivalent) -> str | None:
    """The version and the device on which the equivalent was shown equal for this target."""
    if not entry.is_proved(equivalent):
        return None
    run = entry.evidence_for(equivalent)[-1]
    return f"{run.mindspore} {run.device}"


@cache
def load(path: Path = INDEX) -> Store:
    """The knowledge base of this package.

    Raises:
        IndexMissingError: the index was not compiled, or by another version of mindport.
    """
    mend = "run scripts/build_index.py, or reinstall mindport"
    try:
        return store_of(read(path))
    except FileNotFoundError:
        raise IndexMissingError(f"{path} is missing; {mend}") from None
    except (ValueError, KeyError, TypeError):
        raise IndexMissingError(f"{path} is of another version or damaged; {mend}") from None


def is_outdated(index: Path = INDEX, folder: Path = SOURCE) -> bool:
    """Whether what ``index`` was compiled from was changed behind it.

    Only a checkout has ``folder``; an installed package never is out of date.
    """
    compiled = index.stat().st_mtime
    return any(one.stat().st_mtime > compiled for one in folder.rglob("*") if one.is_file())


def store_of(content: Mapping[str, Any]) -> Store:
    """The knowledge base from the content of an index."""
    versions = tuple(content["mindspore"])
    return Store(
        content["entries"],
        content["apis"],
        versions,
        versions[-1],
        helpers=content["helpers"],
        words=content["words"],
        older_apis=content["older_apis"],
    )
