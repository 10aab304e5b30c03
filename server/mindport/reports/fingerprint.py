"""Names for findings that stay the same when the lines around them move."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from mindport.reports.results import Row


def line_hash(row: Row) -> str:
    """A short hash of the finding's line, whatever its indentation."""
    return hashlib.sha256(row.source.strip().encode(errors="replace")).hexdigest()[:16]


def fingerprints(rows: Iterable[tuple[str, Row]]) -> list[str]:
    """One fingerprint for each pair of path and finding; equal findings are numbered."""
    seen: Counter[tuple[str, str, str, str]] = Counter()
    found = []
    for path, row in rows:
        key = (path, row.code, row.symbol, line_hash(row))
        text = "\0".join((*key, str(seen[key])))
        seen[key] += 1
        found.append(hashlib.sha256(text.encode(errors="replace")).hexdigest()[:32])
    return found
