"""What the knowledge base holds for older MindSpore versions: only what differs from the newest.

The evidence of an older version has, for each symbol, the fingerprint of the newest version's runs
that it was compared with, and the runs that came out otherwise. Where the newest runs have changed
since, the fingerprint no longer fits, and the older version counts as not run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mindport.target import parse_version

Run = Mapping[str, Any]
Key = tuple[str, str | None]
SHORT = 8
IGNORED = ("greatest", "reason", "device")  # what may differ between two runs that say the same
NOT_KEPT = ("mindspore", "device", "greatest")


def version_key(version: str) -> tuple[int, ...]:
    """For sorting versions."""
    return parse_version(version)


def fingerprint(runs: Iterable[Run], helpers: Iterable[str] = ()) -> str:
    """A few hexadecimal digits that change with any run, or with the text of a helper in them."""
    plain = [{name: run[name] for name in sorted(run) if name not in IGNORED} for run in runs]
    text = json.dumps([plain, sorted(helpers)], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:SHORT]


def differing(newest: Sequence[Run], older: Sequence[Run], there: set[str]) -> list[dict[str, Any]]:
    """The older version's runs that came out otherwise than the newest's.

    A run of the newest version that the older one has not, because nothing could be written, is
    given as *marked*.

    Args:
        there: the names of the equivalents that the older version has.
    """
    before, now = _by_key(newest), _by_key(older)
    found: list[dict[str, Any]] = []
    for key in dict.fromkeys([*before, *now]):
        runs = now.get(key, [])
        if [run["outcome"] for run in runs] == [run["outcome"] for run in before.get(key, [])]:
            continue
        example, equivalent = key
        if not runs and (equivalent is None or equivalent not in there):
            continue
        missing = {"example": example, "outcome": "marked", "equivalent": equivalent}
        for run in runs or [missing]:
            found.append({name: run[name] for name in run if name not in NOT_KEPT})
    return found


def _by_key(runs: Iterable[Run]) -> dict[Key, list[Run]]:
    found: dict[Key, list[Run]] = {}
    for run in runs:
        found.setdefault((run["example"], run.get("equivalent")), []).append(run)
    return found


def span_of(
    names: Iterable[str], harvested: Mapping[str, Mapping[str, Any]]
) -> tuple[str | None, str | None]:
    """The first and the last version, as "2.9", that have all of MindSpore's ``names``.

    None where the oldest harvested version has them already, or the newest still. A name that no
    version lists says nothing.

    Args:
        harvested: MindSpore's names by version, the oldest first.
    """
    versions = list(harvested)
    known = {name for name in names if any(name in harvested[version] for version in versions)}
    having = [version for version in versions if known <= harvested[version].keys()]
    if not known or not having:
        return None, None
    first = None if having[0] == versions[0] else _short(having[0])
    last = None if having[-1] == versions[-1] else _short(having[-1])
    return first, last


def _short(version: str) -> str:
    return ".".join(version.split(".")[:2])


def older_signatures(
    used: Iterable[str], harvested: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """By older version, the used APIs that the newest version has with other signatures."""
    *older, newest = harvested
    found: dict[str, dict[str, Any]] = {version: {} for version in older}
    for version in older:
        for name in sorted(used):
            theirs, ours = harvested[version].get(name), harvested[newest].get(name)
            if theirs and ours and theirs.get("signatures") != ours.get("signatures"):
                found[version][name] = {"signatures": theirs.get("signatures", [])}
    return found
