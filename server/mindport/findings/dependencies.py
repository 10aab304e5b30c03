"""Lists of dependencies: what asks for torch becomes MindSpore, what builds on torch is told.

Known are requirements files, pyproject.toml, setup.cfg and conda environments. Only names and versions of
torch itself are rewritten; every other character of the file stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from mindport.document import Document, Span
from mindport.findings.packages import ADVICE, BUILDS, TORCH
from mindport.report import Edit, Finding, Fix, Report
from mindport.target import Target
from mindport.texts import Text

Kind = Literal["requirements", "pyproject", "setup", "conda"]

CODE = "MP906"
REQUIREMENTS = re.compile(r"(?:.*[-_.])?requirements?(?:[-_.].*)?\.(?:txt|in)|constraints.*\.txt")
CONDA = re.compile(r"(?:.*[-_.])?(?:environment|conda|env)(?:[-_.].*)?\.ya?ml")
# A requirement: its name, extras, and what it says of versions (PEP 508; one = is conda's).
REQUIREMENT = re.compile(
    r"(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)(?P<extras>[ \t]*\[[^\]\n]*\])?"
    r"(?P<version>[ \t]*(?:@[ \t]*[^\s;\"']+|\(?[ \t]*[~=!<>][^;#\"'\n]*?))?(?=[ \t]*(?:[;#\"'\n]|$))"
)
INDEX = re.compile(r"[^\n#\"']*download\.pytorch\.org[^\n#\"']*")
TABLE = re.compile(r"\[{1,2}\s*([^\]\n]+?)\s*\]{1,2}")
KEY = re.compile(r"[ \t]*([\w.\-\"']+)[ \t]*=[ \t]*")
SETTING = re.compile(r"([\w.\-]+)[ \t]*[=:][ \t]*")
STRING = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
# What is said of NumPy's versions that leaves 1 alone, and what asks for 2.
OLD_NUMPY = re.compile(r"(?:<=?|~=?|\^|(?<![<>=~!])={1,3})\s*1(?![0-9])|<\s*2(?:\.0)*(?![.0-9])")
NEW_NUMPY = re.compile(r"[2-9]\.|>=?\s*[2-9]|<|@|--|\\\\")
LISTS = ("optional-dependencies", "dependency-groups", "extras")


@dataclass(frozen=True, slots=True)
class Asked:
    """One package that a file asks for.

    ``span`` is the name with its extras and versions, ``version`` what is said of versions.
    ``rewritable`` is False where the place takes more than a name and a version.
    """

    name: str
    span: Span
    version: str
    rewritable: bool = True


def kind_of(path: str) -> Kind | None:
    """What list of dependencies a file is by its name; None for other files."""
    place = PurePath(path)
    name = place.name.lower()
    if name == "pyproject.toml":
        return "pyproject"
    if name == "setup.cfg":
        return "setup"
    if REQUIREMENTS.fullmatch(name) or (
        place.suffix in (".txt", ".in") and place.parent.name.lower() == "requirements"
    ):
        return "requirements"
    return "conda" if CONDA.fullmatch(name) else None


def dependency_report(document: Document, target: Target) -> Report:
    """The findings on a list of dependencies."""
    kind = kind_of(document.path)
    readers = {
        "requirements": _requirements,
        "pyproject": _pyproject,
        "setup": _setup,
        "conda": _conda,
    }
    asked = readers[kind](document.text) if kind else iter(())
    found = list(dependency_findings(list(asked), target))
    found += [_index(match) for match in INDEX.finditer(document.text)]
    found.sort(key=lambda finding: finding.span.start)
    return Report(document, target, (), tuple(found))


def fixed_text(document: Document, report: Report) -> tuple[str, int]:
    """The text with all safe fixes, and how many they are."""
    edits = [edit for finding in report.findings if finding.fix for edit in finding.fix.edits]
    text = document.text
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        piece = "".join(part for part in edit.pieces if isinstance(part, str))
        text = text[: edit.span.start] + piece + text[edit.span.end :]
    return text, len(edits)


def normal(name: str) -> str:
    """A package's name as PyPI normalises it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirements(text: str) -> Iterator[Asked]:
    for start, line in _lines(text):
        lead = len(line) - len(line.lstrip())
        if line[lead : lead + 1] not in ("", "#", "-"):
            yield from asked_in(text, start + lead, start + len(line))


def _pyproject(text: str) -> Iterator[Asked]:
    table = key = ""
    depth = 0
    for start, line in _lines(text):
        bare = STRING.sub(lambda match: "_" * len(match[0]), line).partition("#")[0]
        if depth == 0 and (found := TABLE.fullmatch(bare.strip())):
            table, key = found[1], ""
            continue
        if depth == 0 and (found := KEY.match(line)):
            key = found[1].strip("\"'")
            if _names_packages(table):
                yield from _keyed(line, start, key, found.end())
        if depth > 0 or "[" in bare:
            for string in STRING.finditer(line, 0, len(bare)) if _lists(table, key) else ():
                inside = string.span(1 if string[1] is not None else 2)
                yield from asked_in(text, start + inside[0], start + inside[1])
        depth = max(depth + bare.count("[") - bare.count("]"), 0)


def _setup(text: str) -> Iterator[Asked]:
    table = key = ""
    for start, line in _lines(text):
        if found := TABLE.fullmatch(line.strip()):
            table, key = found[1], ""
            continue
        lead = len(line) - len(line.lstrip())
        if not lead and (found := SETTING.match(line)):
            key, lead = found[1], found.end()
        of_options = table == "options" and key in ("install_requires", "setup_requires")
        if of_options or (table == "options.extras_require" and key):
            yield from asked_in(text, start + lead, start + len(line))


def _names_packages(table: str) -> bool:
    """Whether the keys of a table are packages, as poetry has it."""
    return table.startswith("tool.poetry") and table.endswith("dependencies")


def _lists(table: str, key: str) -> bool:
    """Whether the strings of a list are requirements."""
    return (
        (table == "project" and key == "dependencies")
        or (table == "build-system" and key == "requires")
        or any(table.endswith(name) for name in LISTS)
        or (table == "tool.uv" and key == "dev-dependencies")
    )


def _keyed(line: str, start: int, key: str, value: int) -> Iterator[Asked]:
    """``torch = "^2.0"`` in a table of packages."""
    string = STRING.match(line, value)
    version = string[0][1:-1] if string else ""
    end = string.end() if string else value
    lead = len(line) - len(line.lstrip())
    span = Span(start + lead, start + end)
    yield Asked(key, span, f"poetry {version}", string is not None)


def _conda(text: str) -> Iterator[Asked]:
    section, pip = "", -1
    for start, line in _lines(text):
        if found := re.match(r"([\w-]+):", line):
            section, pip = found[1], -1
        indent = len(line) - len(line.lstrip())
        if pip >= 0 and line.strip() and indent <= pip:
            pip = -1
        item = re.match(r"[ \t]*-[ \t]+([\"']?)([\w.-]+::)?", line)
        if section != "dependencies" or item is None:
            continue
        if re.match(r"[ \t]*-[ \t]+pip:\s*(?:#.*)?$", line):
            pip = indent
            continue
        for asked in asked_in(text, start + item.end(), start + len(line)):
            yield Asked(asked.name, asked.span, asked.version, asked.rewritable and pip >= 0)


def asked_in(text: str, start: int, end: int) -> Iterator[Asked]:
    """The requirement that begins at ``start``, if there is one."""
    match = REQUIREMENT.match(text, start, end)
    if match is not None:
        version = (match["version"] or "").strip()
        plain = "--" not in version and "\\" not in version  # hashes are those of one build
        yield Asked(match["name"], Span(start, match.end()), version, plain)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line.removesuffix("\r")
        start += len(line) + 1


def dependency_findings(asked: Sequence[Asked], target: Target) -> Iterator[Finding]:
    """What is to be said of the packages that one file asks for."""
    computes = any(normal(one.name) in (*TORCH, "mindspore") for one in asked)
    for one in asked:
        finding = _dependency_finding(one, target)
        if finding is None and computes and normal(one.name) == "numpy":
            finding = _numpy_finding(one)
        if finding is not None:
            yield finding


def _numpy_finding(asked: Asked) -> Finding | None:
    """NumPy beside MindSpore 2.10, whose package allows 2, with which it does not run properly."""
    version = asked.version.removeprefix("poetry ")
    if OLD_NUMPY.search(version):
        return None
    message = Text(
        "numpy: MindSpore 2.10 needs numpy<2, which its own package does not say; pip would take 2.",
        "numpy：MindSpore 2.10 需要 numpy<2，但其安装包未声明该限制，pip 会安装 2.x。",
    )
    fix, written = None, f"{version},<2" if version.startswith(">") else "<2"
    if not NEW_NUMPY.search(version) and (not version or version[0] in ">*"):
        of_poetry = asked.version.startswith("poetry ")
        text = f'{asked.name} = "{written}"' if of_poetry else f"{asked.name}{written}"
        fix = Fix(Text(f"Write {text}", f"改为 {text}"), "safe", (Edit(asked.span, (text,)),))
    return Finding(CODE, "warning", "numpy", None, "certain", message, asked.span, fix)


def _dependency_finding(asked: Asked, target: Target) -> Finding | None:
    """What is to be said of one package; None where it works without torch."""
    name = normal(asked.name)
    if name in TORCH:
        fix = None
        if asked.rewritable:
            written = _written(asked.version, target)
            title = Text(f"Write {written}", f"改为 {written}")
            fix = Fix(title, "safe", (Edit(asked.span, (written,)),))
        else:
            written = f"mindspore>={target.mindspore}"
        message = Text(
            f"{asked.name}: the program needs {written} in its place, from pip; MindSpore 2.10 needs numpy<2.",
            f"{asked.name}：应改为通过 pip 安装 {written}；MindSpore 2.10 需要 numpy<2。",
        )
        return Finding(CODE, "warning", name, "mindspore", "certain", message, asked.span, fix)
    if name in BUILDS:
        message = Text(
            f"{asked.name} belongs to a build of torch; MindSpore does not need it.",
            f"{asked.name} 属于 torch 的某个构建版本，MindSpore 不需要它。",
        )
    elif name in ADVICE:
        advice = ADVICE[name]
        message = Text(f"{asked.name}: {advice.en}.", f"{asked.name}：{advice.zh}。")
    else:
        return None
    return Finding(CODE, "warning", name, None, "certain", message, asked.span)


def _written(version: str, target: Target) -> str:
    """MindSpore asked for as torch was: any version, one version, or this one and later."""
    if version.startswith("poetry "):
        given = version.removeprefix("poetry ")
        wanted = "*" if given == "*" else f">={target.mindspore}"
        return f'mindspore = "{wanted}"'
    if not version:
        return "mindspore"
    pinned = version.lstrip("( ").startswith(("==", "@")) or version.startswith("=")
    return f"mindspore{'==' if pinned and '*' not in version else '>='}{target.mindspore}"


def _index(match: re.Match[str]) -> Finding:
    lead = len(match[0]) - len(match[0].lstrip())
    span = Span(match.start() + lead, match.end())
    message = Text(
        "This index has builds of torch; MindSpore comes from PyPI.",
        "该索引提供 torch 的构建版本；MindSpore 从 PyPI 安装。",
    )
    return Finding(CODE, "warning", "torch", None, "certain", message, span)
