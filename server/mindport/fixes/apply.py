"""Applies fixes to a document: one alone, a choice of them, or all, until nothing is left."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document, Span
from mindport.findings.dropped import remove_statement, whole_lines
from mindport.findings.imports import alias_removals
from mindport.fixes.leftovers import leftover_fixes, own_leftovers
from mindport.fixes.naming import Names
from mindport.fixes.rendering import Rendered, conflicting, displaced, render, without_effect
from mindport.knowledge.store import Store
from mindport.knowledge.store import load as load_knowledge
from mindport.nodes import find, walk
from mindport.report import Edit, Finding, Fix, Name, Report
from mindport.symbols.torch_api import load as load_torch
from mindport.symbols.walk import ROOTS
from mindport.symbols.workspace import Workspace
from mindport.texts import Text, of_line, with_lines

MAX_ROUNDS = 8
# Findings that look at many statements at once: without a fix at first, they get none later.
GRAPH = "mindspore.GRAPH_MODE"  # what compiles is seen in what comes of a text alone
STAYS = frozenset({"MP306"})
TRAPS = "MP2"  # what is silent when it is forgotten
WORD = re.compile(r"[^\W\d]\w*")
BORROWED = "MP111"


@dataclass(frozen=True)
class FixResult:
    """A fixed document.

    Attributes:
        fixed: how many findings went away by fixes.
        report: what is left.
        line_map: for each line of the fixed text, the original's line, both from 1.
        unseen: what of the report the fixed text no longer shows by itself.
    """

    document: Document
    fixed: int
    report: Report
    line_map: tuple[int, ...]
    unseen: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class _TorchImport:
    statement: ast.Import | ast.ImportFrom
    alias: ast.alias
    bound: str
    block: list[ast.stmt]
    top_level: bool
    guarded: bool
    in_module: bool  # other files may take it: it stands in no function and no class

    @property
    def symbol(self) -> str:
        """What the bound name stands for: ``torch.nn`` of ``from torch import nn``."""
        if isinstance(self.statement, ast.ImportFrom):
            return f"{self.statement.module}.{self.alias.name}"
        return self.alias.name if self.alias.asname else self.bound


def apply_fixes(
    document: Document,
    fixes: Sequence[Fix],
    *,
    tidy: bool,
    reserved: frozenset[str] = frozenset(),
    store: Store | None = None,
) -> Rendered:
    """The document with ``fixes``, and the imports and helpers that they need.

    A fix that overlaps an earlier one is left out. With ``tidy``, imports of torch that nothing
    uses afterwards go, and MindSpore takes the names that they had. What is ``reserved`` other
    files take from this one: such imports stay.
    """
    edits = compatible(fixes)
    idle = [remove_statement(document, one) for one in without_effect(document, edits)]
    edits = [edit for _, edit in _apart([(0, edit) for edit in (*edits, *idle)])]
    edits = _with_wanted_imports(document, edits)
    removals: list[Edit] = []
    freed: frozenset[str] = frozenset()
    if tidy:
        removals, freed = _unused_imports(document, edits, reserved)
        owned = [*((0, edit) for edit in removals), *enumerate(edits, start=1)]
        losers = conflicting(owned)
        edits = [edit for owner, edit in owned if owner and owner not in losers]
        edits, removals = _with_pass(document, [*edits, *removals]), []
    names = Names(document, freed, store or load_knowledge(), reserved)
    first = render(document, [*edits, *removals], names)
    at = _import_place(document, edits)
    definitions = names.helper_edits(_helper_place(document, at))
    added = [*names.import_edits(at), *definitions]
    return render(document, [*edits, *removals, *added], names) if added else first


def compatible(fixes: Sequence[Fix]) -> list[Edit]:
    """The edits of all fixes that do not get in each other's way; earlier fixes win."""
    owned = [(owner, edit) for owner, fix in enumerate(fixes) for edit in fix.edits]
    owned = _apart(owned)
    while losers := conflicting(owned) | displaced(owned):
        owned = [(owner, edit) for owner, edit in owned if owner not in losers]
    return [edit for _, edit in owned]


def _apart(owned: list[tuple[int, Edit]]) -> list[tuple[int, Edit]]:
    """Statements of one line that go together: each takes the semicolon between them away."""
    found = []
    end = 0
    for owner, edit in sorted(owned, key=lambda item: (item[1].span.start, item[1].span.end)):
        if not edit.pieces and edit.span.start < end < edit.span.end:
            edit = replace(edit, span=Span(end, edit.span.end))
        if not edit.pieces:
            end = max(end, edit.span.end)
        found.append((owner, edit))
    return sorted(found, key=lambda item: item[0])


def fix_document(
    document: Document,
    config: Config,
    workspace: Workspace,
    *,
    unsafe: bool,
    store: Store | None = None,
) -> FixResult:
    """All fixes of a document, again and again until none is left to apply."""
    lines = list(range(1, len(document.line_starts) + 1))
    fixed = 0
    report = analyze(document, config, workspace, store)
    shown = report.findings
    reserved = workspace.taken_from(Path(document.path))
    own = own_leftovers(document, workspace.taken_from(Path(document.path), everyone=True))
    for _ in range(MAX_ROUNDS):
        wanted = [f for f in report.findings if fixable(f, unsafe)]
        leftovers = [] if wanted else leftover_fixes(document, own)
        if not wanted and not leftovers:
            break
        # Names have to be the file's own before MindSpore's can take their places.
        chosen = [f for f in wanted if f.code == BORROWED]
        # What stands apart comes together before any of it is moved: the text is torch's as before.
        rearranged = [] if chosen else [f for f in wanted if f.fix is not None and f.fix.rearranges]
        chosen = chosen or rearranged or wanted
        fixes = leftovers or [finding.fix for finding in chosen if finding.fix is not None]
        valid = _valid(document, fixes, reserved, store, tidy=not rearranged)
        if valid is None or valid[0].text == document.text:
            break
        rendered, changed = valid
        lines = [lines[min(line, len(lines)) - 1] for line in rendered.line_map(document)]
        left = analyze(changed, config, workspace, store)
        shown = left.findings
        if not rearranged:
            skipped = [finding for finding in report.findings if not fixable(finding, unsafe)]
            skipped = _told_anew(skipped, document, rendered, changed)
            waiting = list(_lost(left.findings, chosen, rendered))
            waiting = _told_anew(waiting, document, rendered, changed)
            found = (*left.findings, *waiting)
            left = replace(left, findings=_with_skipped(found, skipped, rendered))
        fixed += len(wanted) - sum(fixable(f, unsafe) for f in left.findings)
        document, report = changed, left
    return FixResult(document, fixed, report, tuple(lines), _unseen(report, shown))


def _valid(
    document: Document,
    fixes: Sequence[Fix],
    reserved: frozenset[str],
    store: Store | None,
    tidy: bool = True,
) -> tuple[Rendered, Document] | None:
    """The document with as many of the fixes as leave it parsing; None where none does."""

    def tried(some: Sequence[Fix]) -> tuple[Rendered, Document]:
        rendered = apply_fixes(document, some, tidy=tidy, reserved=reserved, store=store)
        return rendered, replace(document, text=rendered.text)

    whole = tried(fixes)
    if whole[1].tree is not None:
        return whole
    if len(fixes) == 1:
        return None
    good: list[Fix] = []
    step = max(1, len(fixes) // 16)
    for start in range(0, len(fixes), step):
        part = list(fixes[start : start + step])
        for candidate in (part, *([fix] for fix in part)) if step > 1 else (part,):
            if tried([*good, *candidate])[1].tree is not None:
                good += candidate
                if candidate is part:
                    break
    return tried(good) if good else None


def _with_pass(document: Document, edits: list[Edit]) -> list[Edit]:
    """``edits``, in which a block that loses all its statements gets a ``pass``."""
    gone = sorted((e.span for e in edits if not e.pieces), key=lambda span: span.start)
    if len(gone) < 2 or document.tree is None:
        return edits
    starts = [span.start for span in gone]

    def is_gone(statement: ast.stmt | ast.excepthandler) -> Span | None:
        span = document.span(statement)
        index = bisect_right(starts, span.start) - 1
        return gone[index] if index >= 0 and gone[index].contains(span) else None

    last: dict[Span, str] = {}
    for node in walk(document.tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(node, ast.Module) or not isinstance(block, list) or len(block) < 2:
                continue
            if isinstance(node, ast.stmt | ast.excepthandler) and is_gone(node) is not None:
                continue  # its header goes with it
            spans = [is_gone(statement) for statement in block]
            if spans[0] is not None and all(span is not None for span in spans):
                first = document.span(block[0])
                line = document.line_starts[document.line_of(first.start)]
                before = document.text[line : first.start]
                whole = spans[0].start <= line and not before.strip()
                last[spans[0]] = f"{before}pass{document.newline}" if whole else "pass"
    return [
        replace(edit, pieces=(last[edit.span],)) if not edit.pieces and edit.span in last else edit
        for edit in edits
    ]


def _told_anew(
    findings: Sequence[Finding], document: Document, rendered: Rendered, changed: Document
) -> list[Finding]:
    """Findings on a document whose messages name the lines of the changed one."""

    def now(line: int) -> Text:
        index = min(line, len(document.line_starts)) - 1
        text = document.line_text(index)
        start = document.line_starts[index] + len(text) - len(text.lstrip())
        span = rendered.around(Span(start, len(document.text)))
        return of_line(line if span is None else changed.line_of(span.start) + 1)

    return [replace(one, message=with_lines(one.message, now)) for one in findings]


def _lost(
    found: Sequence[Finding], chosen: Sequence[Finding], rendered: Rendered
) -> Iterator[Finding]:
    """Findings whose fix got in the way of another, and that the new text no longer shows."""
    places = {(finding.symbol, finding.span.start) for finding in found}
    for finding in chosen:
        span = rendered.place(finding.span) if finding.code in STAYS else None
        if span is not None and (finding.symbol, span.start) not in places:
            yield replace(finding, severity="error", span=span, fix=None)


def _with_skipped(
    found: Sequence[Finding], skipped: Sequence[Finding], rendered: Rendered
) -> tuple[Finding, ...]:
    """``found``, and those that were skipped and that a half-migrated text no longer shows.

    Once a module is a Cell, its inputs are MindSpore's tensors; a doubtful call on them would
    otherwise go unmentioned.
    """
    doubted: dict[tuple[str, int], Finding] = {}
    refused: set[tuple[str, int]] = set()
    for finding in skipped:
        is_trap = finding.fix is None and finding.code.startswith(TRAPS)
        span = (rendered.around if is_trap else rendered.place)(finding.span)
        if span is not None and finding.symbol != GRAPH:
            doubted[finding.symbol, span.start] = replace(finding, span=span, fix=None)
            if finding.code in STAYS and finding.fix is None:
                refused.add((finding.symbol, span.start))
    merged = []
    for finding in found:
        place = (finding.symbol, finding.span.start)
        before = doubted.pop(place, None)
        if place in refused and before is not None and finding.fix is not None:
            # What stood in the way may have been rewritten, but it did stand there.
            finding = before
        elif before is not None and finding.fix is not None:
            # What was in doubt before stays so, whatever the half-migrated text looks like.
            finding = replace(finding, fix=replace(finding.fix, applicability="unsafe"))
        merged.append(finding)
    merged += doubted.values()
    return tuple(sorted(merged, key=lambda finding: finding.span.start))


def _unseen(report: Report, shown: Sequence[Finding]) -> tuple[Finding, ...]:
    """What is left to do, and would be forgotten, or done without a doubt, by the next run."""
    safe = {(f.code, f.span.start): fixable(f, unsafe=False) for f in shown}
    return tuple(
        finding
        for finding in report.findings
        if finding.severity in ("error", "warning")
        and (
            safe.get((finding.code, finding.span.start)) != fixable(finding, unsafe=False)
            or finding.of_others
        )
    )


def fixable(finding: Finding, unsafe: bool) -> bool:
    """Whether a finding's fix is to be applied with all others; guesses never are."""
    if finding.fix is None or finding.confidence == "name":
        return False
    return unsafe or finding.fix.applicability == "safe"


def _wanted(edits: Iterable[Edit], imports: Iterable[_TorchImport]) -> set[str]:
    """What the imports bind that edits write torch's names with, for the next run to replace."""
    pieces = (piece for edit in edits for piece in edit.pieces if isinstance(piece, Name))
    apis = [piece.api for piece in pieces if piece.api.partition(".")[0] in ROOTS]
    return {
        item.bound
        for item in imports
        if any(f"{api}.".startswith(f"{item.symbol}.") for api in apis)
    }


def _with_wanted_imports(document: Document, edits: list[Edit]) -> list[Edit]:
    """The edits without those that take an import away which others write names with."""
    assert document.tree is not None
    imports = _torch_imports(document.tree)
    wanted = _wanted(edits, imports)
    places = [document.span(item.alias) for item in imports if item.bound in wanted]
    return [
        edit
        for edit in edits
        if edit.pieces
        or not any(edit.span.start <= p.start and p.end <= edit.span.end for p in places)
    ]


def _unused_imports(
    document: Document, edits: list[Edit], reserved: frozenset[str]
) -> tuple[list[Edit], frozenset[str]]:
    """Edits that remove the torch imports which nothing uses after ``edits``; names set free."""
    assert document.tree is not None
    if Path(document.path).name == "__init__.py":
        return [], frozenset()
    kept = render(document, edits, lambda api: api).kept()
    imports = list(_torch_imports(document.tree))
    remaining = _names_in(document, kept) | _wanted(edits, imports)
    unused = [
        item for item in imports if not item.guarded and _is_left_over(item, remaining, reserved)
    ]
    stars = {i.bound for i in imports if i.alias.name == "*"}
    removals = []
    for statement in dict.fromkeys(item.statement for item in unused):
        mine = [item for item in unused if item.statement is statement]
        removals.append(_import_removal(document, statement, mine))
    bound = {item.bound for item in imports if item not in unused}
    freed = {item.bound for item in unused} - bound - stars
    return [edit for group in removals for edit in group], frozenset(freed)


def _is_left_over(item: _TorchImport, remaining: set[str], reserved: frozenset[str]) -> bool:
    """Whether nothing takes from an import what it gives; a star gives all that torch has there."""
    needed = remaining | reserved if item.in_module else remaining
    if item.alias.name != "*":
        return item.bound not in needed
    assert isinstance(item.statement, ast.ImportFrom)
    given = load_torch().members(item.statement.module or "")
    return bool(given) and needed.isdisjoint(given)


def _names_in(document: Document, kept: list[Span]) -> set[str]:
    """Names that are still read in the kept parts of the text."""
    assert document.tree is not None
    starts = [span.start for span in kept]
    names: set[str] = set()
    places = [
        (node.id, document.offset_of_ast(node.lineno, node.col_offset))
        for node in find(document.tree, ast.Name)
    ]
    for text in find(document.tree, ast.Constant):
        if isinstance(text.value, str) and len(text.value) < 200:
            places += _words(document, text, text.value)
    for word, offset in places:
        index = bisect_right(starts, offset) - 1
        if index >= 0 and offset < kept[index].end:
            names.add(word)
    return names


def _words(document: Document, node: ast.Constant, value: str) -> Iterator[tuple[str, int]]:
    """The names that a string may mean, and where each stands in it."""
    names = {word for word in re.split(r"[.\[\]]", value) if word.isidentifier()}
    if not names:
        return
    span = document.span(node)
    for match in WORD.finditer(document.text, span.start, span.end):
        if match.group() in names:
            yield match.group(), match.start()


def _torch_imports(tree: ast.Module) -> list[_TorchImport]:
    found = []
    scopes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    inner = {node for kind in scopes for scope in find(tree, kind) for node in walk(scope)}
    for node in walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if not isinstance(block, list):
                continue
            for statement in block:
                if not isinstance(statement, ast.Import | ast.ImportFrom):
                    continue
                for alias in statement.names:
                    root = _root(statement, alias)
                    if root in ROOTS:
                        bound = alias.asname or alias.name
                        if isinstance(statement, ast.Import) and not alias.asname:
                            bound = root
                        top = node is tree
                        guarded = isinstance(node, ast.Try | ast.ExceptHandler)
                        own = node not in inner
                        found.append(
                            _TorchImport(statement, alias, bound, block, top, guarded, own)
                        )
    return found


def _root(statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    if isinstance(statement, ast.Import):
        return alias.name.partition(".")[0]
    return "" if statement.level else (statement.module or "").partition(".")[0]


def _import_removal(
    document: Document, statement: ast.Import | ast.ImportFrom, unused: list[_TorchImport]
) -> list[Edit]:
    if len(unused) == len(statement.names):
        span = document.span(statement)
        if len(unused[0].block) == 1 and not unused[0].top_level:
            return [Edit(span, ("pass",))]
        return [Edit(whole_lines(document, span), ())]
    return alias_removals(document, statement, [item.alias for item in unused])


def _import_place(document: Document, edits: Sequence[Edit]) -> int:
    """Where new imports go: at the first import of torch, else behind the other imports.

    A star import that comes later would take their names away again; then behind that. Where torch
    is imported in a block, before what an edit writes new names in.
    """
    assert document.tree is not None
    torch = place = star = None
    for index, statement in enumerate(document.tree.body):
        is_import = isinstance(statement, ast.Import | ast.ImportFrom)
        docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not is_import and not (docstring and index == 0):
            continue
        span = document.span(statement)
        end = whole_lines(document, span).end
        place = end
        if not isinstance(statement, ast.Import | ast.ImportFrom):
            continue
        if any(_root(statement, alias) in ROOTS for alias in statement.names):
            if torch is None:
                torch = document.line_starts[document.line_of(span.start)]
        elif statement.names[0].name == "*":
            star = end
    if torch is None:
        return min(place or 0, _first_named(document, edits))
    return torch if star is None or star < torch else star


def _first_named(document: Document, edits: Sequence[Edit]) -> int:
    """Where the first statement of the file begins in which an edit writes a name of MindSpore."""
    assert document.tree is not None
    named = [e.span.start for e in edits if any(isinstance(p, Name) for p in e.pieces)]
    first = min(named, default=len(document.text))
    for statement in document.tree.body:
        span = document.span(statement)
        if first < span.end:
            decorators = map(document.span, getattr(statement, "decorator_list", ()))
            start = min(one.start for one in (span, *decorators))
            return document.line_starts[document.line_of(start)]
    return len(document.text)


def _helper_place(document: Document, at: int) -> int:
    """Where definitions go: behind the imports at the top of the file, not before ``at``.

    The first statement behind them that does something may already call what is defined.
    """
    assert document.tree is not None
    place = at
    for statement in document.tree.body:
        span = document.span(statement)
        if isinstance(statement, ast.Import | ast.ImportFrom):
            place = max(place, whole_lines(document, span).end)
        elif span.start >= at and not _only_imports(statement):
            break
    return place


def _only_imports(statement: ast.stmt) -> bool:
    """Whether it is an ``if`` or ``try`` around imports, or a string."""
    if isinstance(statement, ast.If | ast.Try):
        inner = [*statement.body, *statement.orelse, *getattr(statement, "finalbody", ())]
        inner += [one for handler in getattr(statement, "handlers", ()) for one in handler.body]
        return all(isinstance(one, ast.Import | ast.ImportFrom | ast.Pass) for one in inner)
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
