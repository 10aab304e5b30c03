"""The floors of the house: each part of the package uses only the parts below it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import mindport

PACKAGE = Path(mindport.__file__).parent
FLOORS = (
    {"texts", "target", "nodes", "cell_names"},
    {"reparsing"},
    {"document", "rules"},
    {"cells"},
    {"notebook"},
    {"report"},
    {"config"},
    {"symbols"},
    {"knowledge"},
    {"rewrites"},
    {"findings"},
    {"analysis"},
    {"fixes", "reports"},
    {"runtime"},
    {"lsp"},
    {"cli"},
)
LEVEL = {part: level for level, floor in enumerate(FLOORS) for part in floor}
FRAMEWORKS = {"torch", "mindspore", "numpy"}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "stubs" not in path.parts)


def imports(path: Path) -> set[str]:
    """Full dotted names of the modules that a file imports, anywhere in it."""
    found: set[str] = set()
    package = ("mindport", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module or "") if part)
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_uses_only_floors_below(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        return
    assert part in LEVEL, f"{part} has no place in the house; give it one in FLOORS"
    for name in imports(path):
        if name.startswith("mindport."):
            other = name.split(".")[1]
            if other != part and other in LEVEL:
                assert LEVEL[other] < LEVEL[part], f"{part} must not use {other}"


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if part_of(path) != "runtime"],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_no_framework_in_the_servers_process(path: Path) -> None:
    assert not {name.split(".")[0] for name in imports(path)} & FRAMEWORKS
