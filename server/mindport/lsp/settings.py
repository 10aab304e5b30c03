"""The editor's settings, per folder, and the configuration that they make for one file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pathspec import GitIgnoreSpec

from mindport.config import (
    Config,
    ConfigError,
    Overrides,
    find_pyproject,
    from_editor,
    merge,
    read_pyproject,
)
from mindport.texts import Text

SECTION = "mindport"


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How programs are run: seconds, megabytes; no device means the first of the target's."""

    interpreter: str = ""
    device: str | None = None
    timeout: float = 600.0
    memory: int = 8192

    @property
    def python(self) -> str:
        return self.interpreter or sys.executable


@dataclass(frozen=True, slots=True)
class Settings:
    """What the editor says for one folder, or for everything outside of folders."""

    enable: bool = True
    code_lens: bool = True
    run: RunSettings = field(default_factory=RunSettings)
    overrides: Overrides = field(default_factory=Overrides)
    problems: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class FileSettings:
    """The settings of one file. ``excluded``: the project wants to hear nothing of it."""

    settings: Settings
    config: Config
    excluded: bool = False
    problems: tuple[Text, ...] = ()


def read_settings(plain: object) -> Settings:
    """Settings as the client sends them; what cannot be used is left out, and named."""
    if not isinstance(plain, Mapping):
        return Settings()
    problems: list[Text] = []
    return Settings(
        enable=plain.get("enable") is not False,
        code_lens=plain.get("codeLens") is not False,
        run=_run_settings(plain.get("run"), problems),
        overrides=_overrides(plain, problems),
        problems=tuple(problems),
    )


def _overrides(plain: Mapping[str, Any], problems: list[Text]) -> Overrides:
    usable = dict(plain)
    for _ in range(len(usable) + 1):
        try:
            return from_editor(usable)
        except ConfigError as error:
            problems.append(error.text)
            usable = {key: usable[key] for key in usable if not _refused({key: usable[key]})}
    return Overrides()


def _refused(plain: Mapping[str, Any]) -> bool:
    try:
        from_editor(plain)
    except ConfigError:
        return True
    return False


def _run_settings(plain: object, problems: list[Text]) -> RunSettings:
    if not isinstance(plain, Mapping):
        return RunSettings()
    numbers: dict[str, float] = {}
    for name, default in (("timeout", 600.0), ("memory", 8192.0)):
        value = plain.get(name)
        numbers[name] = default
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            numbers[name] = float(value)
        elif value is not None:
            problems.append(
                Text(
                    f"editor setting mindport.run.{name}: {value!r} cannot be used here; "
                    "write a number above 0.",
                    f"编辑器设置 mindport.run.{name}：{value!r} 不可用；请写大于 0 的数字。",
                )
            )
    return RunSettings(
        interpreter=str(plain.get("interpreter") or ""),
        device=str(plain["device"]) if plain.get("device") else None,
        timeout=numbers["timeout"],
        memory=int(numbers["memory"]),
    )


@dataclass
class Projects:
    """The pyproject.toml files that were read, until they change."""

    _nearest: dict[Path, Path | None] = field(default_factory=dict)
    _read: dict[Path, Overrides | Text] = field(default_factory=dict)

    def forget(self) -> None:
        """Files named pyproject.toml came, went or changed."""
        self._nearest.clear()
        self._read.clear()

    def overrides(self, path: Path) -> Overrides | Text:
        """What the project of ``path`` says, or why that cannot be used."""
        folder = path.parent
        if folder not in self._nearest:
            self._nearest[folder] = find_pyproject(folder)
        pyproject = self._nearest[folder]
        if pyproject is None:
            return Overrides()
        if pyproject not in self._read:
            try:
                self._read[pyproject] = read_pyproject(pyproject)
            except ConfigError as error:
                self._read[pyproject] = error.text
        return self._read[pyproject]


def file_settings(
    path: Path, settings: Settings, base: Config, projects: Projects, folder: Path | None
) -> FileSettings:
    """``base``, the project's settings and the editor's, for the file at ``path``."""
    project = projects.overrides(path)
    problems = settings.problems
    if isinstance(project, Text):
        problems = (*problems, project)
        project = Overrides()
    config = merge(base, project, settings.overrides)
    if config.root is None:
        config = replace(config, root=folder)
    excluded = config.root is not None and _excluded(path, config.root, config.exclude)
    return FileSettings(settings, config.for_file(path), excluded, problems)


def _excluded(path: Path, root: Path, patterns: tuple[str, ...]) -> bool:
    if not path.is_relative_to(root):
        return False
    spec = GitIgnoreSpec.from_lines(patterns)
    return any(spec.match_file(name) for name in _names(path.relative_to(root)))


def _names(relative: Path) -> Iterator[str]:
    yield relative.as_posix()
    for parent in relative.parents:
        if parent.name:
            yield f"{parent.as_posix()}/"
