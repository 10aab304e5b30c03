"""Which files a command works on: what is named, and the Python files below named folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from mindport.config import Config, ConfigError, is_folder
from mindport.texts import Text


def discover(paths: Iterable[str], config_of: Callable[[Path], Config]) -> Iterator[Path | Text]:
    """Each file once, those of a folder in the order of their paths; a text for what failed.

    A path that is named is always taken. Of a folder, every ``*.py`` and ``*.ipynb`` and every list of dependencies that neither .gitignore
    nor the configuration's ``exclude`` keeps away; links are followed, and each folder is
    entered once.
    """
    seen: set[str] = set()
    for name in paths:
        for item in _found(Path(name), config_of):
            if isinstance(item, Path):
                real = os.path.realpath(item)
                if real in seen:
                    continue
                seen.add(real)
            yield item


def _found(path: Path, config_of: Callable[[Path], Config]) -> Sequence[Path | Text]:
    if not is_folder(path):
        return [path]
    from mindport.cli.walk import walk

    try:
        return walk(path, config_of(path))
    except ConfigError as error:
        return [error.text]
