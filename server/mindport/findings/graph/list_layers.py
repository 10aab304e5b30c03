"""Lists of layers that compute something themselves (MP402): graph mode takes a CellList for a tuple, of
which it calls nothing.

Without the attribute by which MindSpore 2.10.0 knows a CellList it is called like any Cell, and gone
through, indexed and counted as before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindport.document import Span
from mindport.findings.graph.compiled import Compiled
from mindport.findings.graph.telling import told
from mindport.findings.site import Site
from mindport.findings.training.layout import indentation_of, line_behind, start_of, unit_of
from mindport.report import Edit, Finding, Fix
from mindport.symbols.values import ClassInfo
from mindport.texts import Text

MARK = "__cell_as_list__"
NEVER_CALLED = Text(
    "Graph mode takes a CellList for a tuple and calls none; end __init__ with del self.__cell_as_list__, "
    "and it is a Cell like others.",
    "静态图模式将 CellList 当作元组，无法调用；请在 __init__ 末尾写 del self.__cell_as_list__，使其成为普通的 Cell。",
)
TITLE = Text("Let it be called", "使其可被调用")


def list_layer_findings(site: Site, code: Compiled) -> Iterator[Finding]:
    """One finding a class that derives from MindSpore's CellList, at its first base."""
    compiled = {
        one.owner for one in code.functions if not one.node.name.startswith("__") and one.owner
    }
    for info in site.bindings.classes:
        if info.node is None or info not in compiled:
            continue
        if _is_a_list(info) and not _is_unmarked(info):
            yield told(site, "MP402", info.node.bases[0], NEVER_CALLED, _fix(site, info.node))


def _is_a_list(info: ClassInfo) -> bool:
    return any(
        base.name == "mindspore.nn.CellList"
        or (isinstance(base.info, ClassInfo) and _is_a_list(base.info))
        for base in info.bases
    )


def _is_unmarked(info: ClassInfo) -> bool:
    """Whether the class, or one of its bases, takes the attribute away."""
    if info.node is not None and MARK in ast.unparse(info.node):
        return True
    return any(isinstance(one.info, ClassInfo) and _is_unmarked(one.info) for one in info.bases)


def _fix(site: Site, cls: ast.ClassDef) -> Fix | None:
    """The last line of ``__init__``, or an ``__init__`` that has it."""
    document, line = site.document, f"del self.{MARK}"
    methods = [one for one in cls.body if isinstance(one, ast.FunctionDef)]
    init = next((one for one in methods if one.name == "__init__"), None)
    if init is None:
        first = methods[0]
        outer, unit, newline = indentation_of(document, first), unit_of(document), document.newline
        start = document.line_starts[document.line_of(start_of(document, first))]
        written = (
            f"{outer}def __init__(self, *args, **kwargs):{newline}"
            f"{outer}{unit}super().__init__(*args, **kwargs){newline}{outer}{unit}{line}{newline * 2}"
        )
        return Fix(TITLE, "safe", (Edit(Span(start, start), (written,)),))
    last = init.body[-1]
    start, behind = start_of(document, last), line_behind(document, last)
    blanks = document.text[document.line_starts[document.line_of(start)] : start]
    if blanks.strip() or not document.text[:behind].endswith("\n"):
        return None
    added = Edit(Span(behind, behind), (f"{blanks}{line}{document.newline}",))
    return Fix(TITLE, "safe", (added,))
