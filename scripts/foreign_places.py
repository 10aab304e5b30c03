"""Whether what came of a migrated program was said at its place: the lines that findings speak of,
and the lines of functions that a run executes."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from mindport.document import Document
from mindport.findings.todos import todos_of
from mindport.symbols.torch_api import load

Place = tuple[str, int]

BACKWARD = "torch.Tensor.backward"
MISSING = re.compile(r"NotMigratedError: (\S+) is used here")
NEVER_NUMBERS = {"MP105", "MP108", "MP112", "MP113", "MP304", "MP308", "MP906"}


def stops_at_finding(
    told: str, frames: list[Place], findings: list[dict[str, Any]], guessed: list[dict[str, Any]]
) -> bool:
    """Whether a run that stopped, having come through ``frames``, stopped where a finding was left.

    That is: at the line of one, or at the use of a symbol that one names, wherever it is used.
    """
    missing = MISSING.match(told)
    names = {finding["symbol"] for finding in findings if finding["symbol"]}
    asked = () if missing is None else {missing[1], load().canonical(missing[1]) or missing[1]}
    if any(_is_part(one, name) for one in asked for name in names):
        return True
    if any(_imports(*place, names) for place in frames):
        return True
    return any((f["path"], n) in frames[-1:] for f in findings + guessed for n in _lines(f))


def may_differ(findings: list[dict[str, Any]], executed: set[Place]) -> bool:
    """Whether a finding that may change numbers is left on a line that was executed."""
    return any(
        (finding["path"], line) in executed
        for finding in findings
        if finding["code"] not in NEVER_NUMBERS
        for line in _lines(finding)
    )


def whole_functions(executed: set[Place]) -> set[Place]:
    """Executed lines, and all others of the functions that they are in: the graph compiler reads a
    function as a whole."""
    found = set(executed)
    for path in {path for path, _ in executed}:
        for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                if any((path, line) in executed for line in lines):
                    found |= {(path, line) for line in lines}
    return found


@contextmanager
def executed(root: str, scripts: set[str]) -> Iterator[set[Place]]:
    """The lines of functions of files under ``root`` that are run within the block, and of the
    modules of ``scripts``. A class, and the head of a function, is executed when its body is."""
    seen: set[Place] = set()

    def of_call(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(root):
            return None
        is_function = code.co_flags & inspect.CO_OPTIMIZED
        return of_line if is_function or code.co_filename in scripts else None

    def of_line(frame: FrameType, event: str, _: Any) -> Any:
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return of_line

    sys.settrace(of_call)
    try:
        yield seen
    finally:
        sys.settrace(None)
        seen |= {(path, line) for path in {p for p, _ in seen} for line in _heads(path, seen)}


def _heads(path: str, seen: set[Place]) -> Iterator[int]:
    """The lines of the heads of functions and classes that something was executed in."""
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            start = node.body[0].lineno
            if any((path, line) in seen for line in range(start, (node.end_lineno or start) + 1)):
                yield from range(min(d.lineno for d in (*node.decorator_list, node)), start)


def _lines(finding: dict[str, Any]) -> range:
    """The lines that a finding speaks of: of a call of backward(), the steps before it, too; of a
    comment that asks for a look, the line under it."""
    first = finding["line"]
    document = Document(finding["path"], Path(finding["path"]).read_text(encoding="utf-8"))
    for todo in todos_of(document):
        if document.line_of(todo.span.start) + 1 == first:
            return range(todo.line + 1, todo.line + 2)
    if finding["symbol"] == BACKWARD:
        tree = ast.parse(Path(finding["path"]).read_text(encoding="utf-8"))
        blocks = [getattr(node, "body", ()) for node in ast.walk(tree)]
        around = [
            b for b in blocks if isinstance(b, list) and b[0].lineno <= first <= b[-1].end_lineno
        ]
        first = max(block[0].lineno for block in around)
    return range(first, finding["end_line"] + 1)


def _is_part(name: str, of: str) -> bool:
    return name == of or name.startswith(f"{of}.")


def _imports(path: str, line: int, names: set[str]) -> bool:
    """Whether a line imports from a module of torch's or einops's that marked names are in."""
    text = Path(path).read_text(encoding="utf-8").splitlines()[line - 1]
    found = re.match(r"\s*from ([\w.]+) import", text)
    return found is not None and any(_is_part(name, found[1]) for name in names)
