"""Findings that were there before and are not to be reported again.

A finding is known again by its file, code, symbol and the text of its line, so that it may move.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from mindport.config import absolute
from mindport.reports.fingerprint import line_hash
from mindport.reports.results import FileResult, Row
from mindport.texts import Text

Key = tuple[str, str, str, str]
FORMAT = 1


class BaselineError(Exception):
    """A baseline that cannot be read."""

    def __init__(self, path: Path, reason: str) -> None:
        self.text = Text(
            f"{path}: this is not a baseline of Mindport ({reason}); "
            "delete it, and the next run writes a new one.",
            f"{path}：不是有效的 Mindport 基线文件（{reason}）；删除它，下次运行会重新生成。",
        )
        super().__init__(self.text.en)


def read(path: Path) -> Counter[Key] | None:
    """The findings recorded at ``path``; None where there is no such file.

    Raises:
        BaselineError: the file is something else.
        OSError: the file cannot be read.
    """
    try:
        content = json.loads(path.read_bytes())
        if content["version"] != FORMAT:
            raise BaselineError(path, f"version {content['version']}")
        return Counter(
            {
                (item["path"], item["code"], item["symbol"], item["line"]): int(item["count"])
                for item in content["findings"]
            }
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise BaselineError(path, f"{type(error).__name__}: {error}") from error


def write(path: Path, files: Sequence[FileResult], folder: Path) -> int:
    """Record the findings of ``files`` at ``path`` and give their number.

    Raises:
        OSError: the file cannot be written.
    """
    counts = Counter(_key(file, row, path, folder) for file in files for row in file.findings)
    findings = [
        {"path": name, "code": code, "symbol": symbol, "line": line, "count": count}
        for (name, code, symbol, line), count in sorted(counts.items())
    ]
    content = json.dumps({"version": FORMAT, "findings": findings}, ensure_ascii=False, indent=1)
    path.write_text(content + "\n", "utf-8")
    return sum(counts.values())


def without_known(
    files: Sequence[FileResult], known: Counter[Key], path: Path, folder: Path
) -> list[FileResult]:
    """``files`` without the findings in ``known``, each of which hides one finding."""
    left = known.copy()

    def is_new(file: FileResult, row: Row) -> bool:
        key = _key(file, row, path, folder)
        left[key] -= 1
        return left[key] < 0

    return [
        replace(file, findings=tuple(row for row in file.findings if is_new(file, row)))
        for file in files
    ]


def _key(file: FileResult, row: Row, path: Path, folder: Path) -> Key:
    """Paths are relative to the baseline's own folder, so that it can be checked in."""
    name = os.path.relpath(folder / file.path, absolute(path).parent).replace(os.sep, "/")
    return (name, row.code, row.symbol, line_hash(row))
