"""The settings of one file: pyproject.toml, then the editor's, then the command line's, merged.

Every source is read into an ``Overrides``; ``merge`` lays them over the defaults in order.
"""

from __future__ import annotations

import fnmatch
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mindport.target import DEVICES, MODES, NEWEST, OLDEST, Device, Mode, Target, parse_version
from mindport.texts import Language, Text

EXCLUDE: tuple[str, ...] = (
    ".bzr", ".direnv", ".eggs", ".git", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox",
    ".pytest_cache", ".ruff_cache", ".svn", ".tox", ".venv", ".vscode", "__pycache__", "_build",
    "build", "dist", "node_modules", "site-packages", "venv",
)  # fmt: skip
ALL = "MP"
FILE_ITSELF = "MP9"
CODE = re.compile(r"MP\d{0,3}")
LANGUAGES: tuple[Language, ...] = ("en", "zh")


class ConfigError(Exception):
    """A setting that cannot be used; ``text`` names where it stands and what to write."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that decides how a file is analysed and in which language it is reported."""

    target: Target = field(default_factory=Target)
    select: tuple[str, ...] = (ALL,)
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = EXCLUDE
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    silenced: tuple[str, ...] = ()
    language: Language = "en"
    unsafe_fixes: bool = False
    root: Path | None = None
    """The folder that ``exclude`` and ``per_file_ignores`` are relative to."""

    def enabled(self, code: str) -> bool:
        """Whether findings with ``code`` are wanted: the longest matching prefix decides.

        Findings about the file itself (MP9xx) need no selecting, because a file that could not
        be read must never look clean; they can be ignored.
        """
        if code.startswith(self.silenced):
            return False
        selected = _longest(self.select, code)
        if code.startswith(FILE_ITSELF):
            selected = max(selected, 1)
        return selected > _longest(self.ignore, code)

    def for_file(self, path: Path) -> Config:
        """This configuration with what ``per_file_ignores`` silences in ``path``."""
        codes = [
            code
            for pattern, codes in self.per_file_ignores
            if _matches(path, pattern, self.root)
            for code in codes
        ]
        return replace(self, silenced=(*self.silenced, *codes)) if codes else self


@dataclass(frozen=True, slots=True)
class Overrides:
    """What one source of settings says; None where it says nothing."""

    mindspore: str | None = None
    devices: tuple[Device, ...] | None = None
    mode: Mode | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] | None = None
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    language: Language | None = None
    unsafe_fixes: bool | None = None
    root: Path | None = None


def merge(base: Config, *layers: Overrides) -> Config:
    """``base`` with each layer laid over it; a later layer wins.

    As in ruff, a layer that selects starts the rules afresh, and one that only ignores takes
    away from what the layers before it selected.
    """
    for layer in layers:
        target = replace(
            base.target,
            mindspore=layer.mindspore or base.target.mindspore,
            devices=layer.devices or base.target.devices,
            mode=layer.mode or base.target.mode,
        )
        if layer.select is not None:
            select, ignore = layer.select, layer.ignore or ()
        else:
            select, ignore = base.select, (*base.ignore, *(layer.ignore or ()))
        exclude = base.exclude if layer.exclude is None else layer.exclude
        base = replace(
            base,
            target=target,
            select=select,
            ignore=ignore,
            exclude=(*exclude, *(layer.extend_exclude or ())),
            per_file_ignores=layer.per_file_ignores or base.per_file_ignores,
            language=layer.language or base.language,
            unsafe_fixes=base.unsafe_fixes if layer.unsafe_fixes is None else layer.unsafe_fixes,
            root=layer.root or base.root,
        )
    return base


def default_config(environment: Mapping[str, str] = os.environ) -> Config:
    """The defaults, in the language that the environment speaks."""
    return Config(language=default_language(environment))


def default_language(environment: Mapping[str, str]) -> Language:
    """Chinese where the locale of ``environment`` is Chinese, English everywhere else."""
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "zh" if next(filter(None, names), "").lower().startswith("zh") else "en"


def config_for(path: Path, *layers: Overrides, base: Config | None = None) -> Config:
    """The configuration of ``path``: its project's pyproject.toml, then ``layers``.

    Raises:
        ConfigError: the pyproject.toml cannot be used.
    """
    start = base or default_config()
    pyproject = find_pyproject(path)
    if pyproject is None:
        return merge(start, *layers)
    return merge(start, read_pyproject(pyproject), *layers)


def find_pyproject(path: Path) -> Path | None:
    """The nearest pyproject.toml above ``path`` that has a ``[tool.mindport]`` table.

    One that is not TOML counts as well: only its author can say what was meant to be in it.
    """
    path = absolute(path)
    for folder in (path, *path.parents) if is_folder(path) else path.parents:
        candidate = folder / "pyproject.toml"
        try:
            if candidate.is_file() and _table(candidate) is not None:
                return candidate
        except ConfigError:
            return candidate
        except OSError:
            continue
    return None


def read_pyproject(path: Path) -> Overrides:
    """What ``[tool.mindport]`` in the file at ``path`` says.

    Raises:
        ConfigError: it is not TOML, or has a key or value that Mindport does not know.
    """
    table = _table(path) or {}
    overrides: dict[str, Any] = {"root": absolute(path.parent)}
    for key, value in table.items():
        place = f"{path}: [tool.mindport] {key}"
        if key not in _READERS:
            known = ", ".join(_READERS)
            raise ConfigError(
                Text(
                    f"{place}: there is no such setting; the known ones are: {known}.",
                    f"{place}：没有这个设置项；可用的有：{known}。",
                )
            )
        name, read = _READERS[key]
        overrides[name] = read(value, place)
    return Overrides(**overrides)


def from_editor(settings: Mapping[str, Any]) -> Overrides:
    """The ``mindport`` settings of an editor; empty values mean that the project decides.

    Raises:
        ConfigError: a value that Mindport does not know.
    """
    overrides: dict[str, Any] = {}
    for key, project_key in _EDITOR_KEYS.items():
        value = settings.get(key)
        if not value or value == "auto":
            continue
        name, read = _READERS[project_key]
        overrides[name] = read(value, f"editor setting mindport.{key}")
    return Overrides(**overrides)


def absolute(path: Path) -> Path:
    """``path`` from the root on, without "..", its links left as they are."""
    return Path(os.path.normpath(path.absolute()))


def is_folder(path: Path) -> bool:
    """Whether ``path`` is a folder that one may look at."""
    try:
        return path.is_dir()
    except OSError:
        return False


def read_version(value: object, place: str) -> str:
    """A MindSpore version as Mindport writes it: "2.10" for "2.10" and "2.10.0"."""
    wanted = Text(f'a MindSpore version such as "{NEWEST}"', f'MindSpore 版本号，例如 "{NEWEST}"')
    if not isinstance(value, str):
        raise _refusal(place, value, wanted)
    try:
        version = parse_version(value)
    except ValueError:
        raise _refusal(place, value, wanted) from None
    if len(version) not in (2, 3) or min(version) < 0:
        raise _refusal(place, value, wanted)
    if version < parse_version(OLDEST):
        raise ConfigError(
            Text(
                f"{place}: MindSpore {value} is older than Mindport knows; "
                f"write a version from {OLDEST} on (the newest known is {NEWEST}).",
                f"{place}：MindSpore {value} 早于 Mindport 支持的版本；"
                f"请写 {OLDEST} 或更新的版本（目前已知最新为 {NEWEST}）。",
            )
        )
    return ".".join(map(str, version[:2] if version[2:] == (0,) else version))


def read_devices(value: object, place: str) -> tuple[Device, ...]:
    """Device names in any case, each once, in the order given."""
    example = '["Ascend", "CPU"]'
    names = _strings(
        value, place, Text(f"a list of devices, such as {example}", f"设备列表，例如 {example}")
    )
    known = {device.lower(): device for device in DEVICES}
    choices = ", ".join(DEVICES)
    for name in names:
        if name.lower() not in known:
            raise _refusal(place, name, Text(f"one of {choices}", f"{choices} 之一"))
    if not names:
        raise _refusal(place, value, Text(f"at least one of {choices}", f"{choices} 中至少一个"))
    return tuple(dict.fromkeys(known[name.lower()] for name in names))


def read_codes(value: object, place: str) -> tuple[str, ...]:
    """Codes and beginnings of codes; "ALL" is every code."""
    example = '["MP1", "MP201"]'
    names = _strings(
        value, place, Text(f"a list of codes, such as {example}", f"规则代码列表，例如 {example}")
    )
    codes = [name.strip().upper() for name in names]
    for code in codes:
        if code != "ALL" and not CODE.fullmatch(code):
            wanted = Text(
                "a code such as MP201, the beginning of one (MP2), or ALL",
                "规则代码（如 MP201）、代码前缀（如 MP2）或 ALL",
            )
            raise _refusal(place, code, wanted)
    return tuple(ALL if code == "ALL" else code for code in codes)


def read_mode(value: object, place: str) -> Mode:
    """An execution mode in any case."""
    for mode in MODES:
        if isinstance(value, str) and value.upper() == mode:
            return mode
    raise _refusal(place, value, _either(MODES))


def read_language(value: object, place: str) -> Language:
    """A language that Mindport speaks."""
    for language in LANGUAGES:
        if value == language:
            return language
    raise _refusal(place, value, _either(LANGUAGES))


def _read_flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise _refusal(place, value, Text("true or false", "true 或 false"))
    return value


def _read_patterns(value: object, place: str) -> tuple[str, ...]:
    example = '["third_party", "*_pb2.py"]'
    wanted = Text(f"a list of patterns, such as {example}", f"路径模式列表，例如 {example}")
    return tuple(_strings(value, place, wanted))


def _read_per_file(value: object, place: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        example = '{"tests/*" = ["MP2"]}'
        wanted = Text(f"a table of patterns, such as {example}", f"路径模式的表，例如 {example}")
        raise _refusal(place, value, wanted)
    return tuple((key, read_codes(codes, f"{place}.{key}")) for key, codes in value.items())


def _table(path: Path) -> dict[str, Any] | None:
    """``[tool.mindport]`` of the file at ``path``; None when it has none."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]
    try:
        data = tomllib.loads(path.read_bytes().decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        text = Text(
            f"{path}: this is not TOML: {error}. Correct it there, then run again.",
            f"{path}：不是有效的 TOML：{error}。请修正后重试。",
        )
        raise ConfigError(text) from error
    except OSError as error:
        text = Text(
            f"{path}: cannot be read: {error.strerror}.", f"{path}：无法读取：{error.strerror}。"
        )
        raise ConfigError(text) from error
    tool = data.get("tool", {})
    table = tool.get("mindport") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        wanted = Text("a table, [tool.mindport]", "一个表，[tool.mindport]")
        raise _refusal(f"{path}: tool.mindport", table, wanted)
    return table


_READERS: Mapping[str, tuple[str, Callable[[object, str], object]]] = {
    "mindspore-version": ("mindspore", read_version),
    "devices": ("devices", read_devices),
    "mode": ("mode", read_mode),
    "select": ("select", read_codes),
    "ignore": ("ignore", read_codes),
    "per-file-ignores": ("per_file_ignores", _read_per_file),
    "exclude": ("exclude", _read_patterns),
    "extend-exclude": ("extend_exclude", _read_patterns),
    "lang": ("language", read_language),
    "unsafe-fixes": ("unsafe_fixes", _read_flag),
}
_EDITOR_KEYS: Mapping[str, str] = {
    "mindsporeVersion": "mindspore-version",
    "devices": "devices",
    "mode": "mode",
    "select": "select",
    "ignore": "ignore",
    "language": "lang",
    "unsafeFixes": "unsafe-fixes",
}


def _strings(value: object, place: str, wanted: Text) -> Sequence[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise _refusal(place, value, wanted)
    return value


def _either(names: Sequence[str]) -> Text:
    quoted = [f'"{name}"' for name in names]
    return Text(" or ".join(quoted), " 或 ".join(quoted))


def _refusal(place: str, value: object, wanted: Text) -> ConfigError:
    return ConfigError(
        Text(
            f"{place}: {value!r} cannot be used here; write {wanted.en}.",
            f"{place}：{value!r} 不可用；请写 {wanted.zh}。",
        )
    )


def _longest(prefixes: Sequence[str], code: str) -> int:
    """Length of the longest of ``prefixes`` that ``code`` begins with; 0 for none."""
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=0)


def _matches(path: Path, pattern: str, root: Path | None) -> bool:
    """Whether ``pattern`` means the file's name, or its path seen from ``root``."""
    relative = os.path.relpath(absolute(path), root or Path.cwd()).replace(os.sep, "/")
    return fnmatch.fnmatch(path.name, pattern) or fnmatch.fnmatch(relative, pattern)
