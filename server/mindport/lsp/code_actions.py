"""Quick fixes, fixes of a kind, fix-all and ignore comments; edits are made when one is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified
from pygls.lsp.server import LanguageServer

from mindport.document import Span
from mindport.fixes.apply import fixable
from mindport.fixes.marking import fix_and_mark
from mindport.lsp import to_lsp
from mindport.lsp.analyst import Analyst
from mindport.lsp.documents import OpenDocument
from mindport.lsp.fixing import fixed_text, ignoring_text, same_kind
from mindport.lsp.notebooks import OpenNotebook
from mindport.lsp.session import Session
from mindport.lsp.views import View
from mindport.report import Finding
from mindport.texts import Text

FIX_ALL = "source.fixAll.mindport"
FIX_ALL_UNSAFE = "source.mindport.fixAllUnsafe"
NOTEBOOK = "notebook."
LONGEST_CAUTION = 90
MOST_FINDINGS = 100


@dataclass(frozen=True, slots=True)
class Choice:
    """One action: its title, and what tells its edit (``work`` and the index of a finding)."""

    title: Text
    kind: str
    work: str
    finding: int | None = None
    preferred: bool = False


def choices(
    findings: Sequence[Finding],
    chosen: Sequence[int],
    only: Sequence[str] | None,
    unsafe: bool,
    *,
    in_notebook: bool = False,
) -> list[Choice]:
    """The actions for the findings with the indexes ``chosen``, and those for the whole file.

    ``unsafe``: fix-all applies unsafe fixes as well. Actions on all of a notebook have kinds of
    their own, as its editor asks for them when it saves.
    """
    found: list[Choice] = []
    chosen = chosen[:MOST_FINDINGS]
    for index in chosen:
        found += _fixes(findings, index)
    groups = {choice.title: choice for choice in _groups(findings, chosen)}
    found += groups.values()
    found += [_ignore(findings[index], index) for index in chosen]
    of_file = _file_actions(findings, unsafe)
    found += [replace(c, kind=NOTEBOOK + c.kind) for c in of_file] if in_notebook else of_file
    return [choice for choice in found if _wanted(choice.kind, only)]


def _wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Kinds are hierarchical: ``source`` asks for ``source.fixAll.mindport`` too."""
    return only is None or any(kind == one or kind.startswith(f"{one}.") or not one for one in only)


def _fixes(findings: Sequence[Finding], index: int) -> Iterator[Choice]:
    fix = findings[index].fix
    if fix is None:
        return
    safe = fix.applicability == "safe"
    title = fix.title if safe else _unsafe(fix.title, fix.caution)
    yield Choice(title, types.CodeActionKind.QuickFix.value, "one", index, preferred=safe)


def _unsafe(title: Text, caution: Text | None) -> Text:
    why = caution or Text("", "")
    return Text(
        f"{title.en} (unsafe{_short(': ', why.en)})",
        f"{title.zh}（可能改变结果{_short('：', why.zh)}）",
    )


def _short(before: str, caution: str) -> str:
    caution = caution.rstrip(".。 ")
    if len(caution) > LONGEST_CAUTION:
        caution = f"{caution[:LONGEST_CAUTION].rstrip()}…"
    return f"{before}{caution}" if caution else ""


def _groups(findings: Sequence[Finding], chosen: Sequence[int]) -> Iterator[Choice]:
    """Fix all of the same symbol, and all with the same code, where there are more than one."""
    seen: set[tuple[str, str]] = set()
    for index in chosen:
        finding = findings[index]
        if finding.fix is None or (key := (finding.symbol, finding.fix.applicability)) in seen:
            continue
        seen.add(key)
        marked = finding.fix.applicability == "unsafe"
        known = 1
        for by, name in (("symbol", finding.symbol), ("code", finding.code)):
            count = len(same_kind(findings, finding, by=by))
            if count > known and name:
                title = Text(
                    f"Fix all {count} of {name} in this file" + (" (unsafe)" if marked else ""),
                    f"修复此文件中全部 {count} 处 {name}" + ("（可能改变结果）" if marked else ""),
                )
                yield Choice(title, types.CodeActionKind.QuickFix.value, by, index)
                known = count


def _ignore(finding: Finding, index: int) -> Choice:
    title = Text(f"Ignore {finding.code} on this line", f"在此行忽略 {finding.code}")
    return Choice(title, types.CodeActionKind.QuickFix.value, "ignore", index)


def _file_actions(findings: Sequence[Finding], unsafe: bool) -> Iterator[Choice]:
    safe = sum(fixable(finding, False) for finding in findings)
    every = sum(fixable(finding, True) for finding in findings)
    if safe or (unsafe and every):
        title = (
            Text(
                "Mindport: fix all, unsafe fixes too", "Mindport：应用全部修复（含可能改变结果的）"
            )
            if unsafe
            else Text("Mindport: fix all that is safe", "Mindport：应用全部安全修复")
        )
        yield Choice(title, FIX_ALL, "all")
    if every > safe and not unsafe:
        yield Choice(
            Text(
                "Mindport: fix all, unsafe fixes too", "Mindport：应用全部修复（含可能改变结果的）"
            ),
            FIX_ALL_UNSAFE,
            "all-unsafe",
        )


async def new_text(
    session: Session, analyst: Analyst, opened: OpenDocument, work: str, index: int | None
) -> str | None:
    """The text that an action makes of a document; None when it can make none."""
    report = opened.report
    if report is None or opened.problem is not None:
        return None
    document = opened.document
    if work.startswith("all"):
        config = opened.settings.config
        unsafe = config.unsafe_fixes or work == "all-unsafe"
        workspace = session.workspace_of(opened.path)
        result = await analyst.run(fix_and_mark, document, config, workspace, unsafe=unsafe)
        analyst.foresee(config, result.report)
        return result.document.text
    if index is None or index >= len(report.findings):
        return None
    finding = report.findings[index]
    if work == "ignore":
        return ignoring_text(document, finding.span.start, finding.code)
    if finding.fix is None:
        return None
    group = [finding] if work == "one" else same_kind(report.findings, finding, by=work)
    return await analyst.run(fixed_text, document, group)


def register(server: LanguageServer, session: Session, analyst: Analyst) -> None:
    options = types.CodeActionOptions(
        code_action_kinds=[
            types.CodeActionKind.QuickFix,
            *(FIX_ALL, FIX_ALL_UNSAFE),
            *(NOTEBOOK + FIX_ALL, NOTEBOOK + FIX_ALL_UNSAFE),
        ],
        resolve_provider=True,
    )

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        found = await analyst.view(params.text_document.uri)
        if found is None:
            return []
        opened, view = found
        if opened.report is None or opened.problem is not None:
            return []
        findings = opened.report.findings
        asked = view.span_of(params.range, session.client.encoding)
        at = [index for index, finding in enumerate(findings) if _meet(finding.span, asked)]
        unsafe = opened.settings.config.unsafe_fixes
        in_notebook = isinstance(opened, OpenNotebook)
        offered = choices(findings, at, params.context.only, unsafe, in_notebook=in_notebook)
        return [await action(opened, view, choice) for choice in offered]

    async def action(opened: OpenDocument, view: View, choice: Choice) -> types.CodeAction:
        language = opened.settings.config.language
        shown = None
        if choice.finding is not None and opened.report is not None:
            finding = opened.report.findings[choice.finding]
            encoding = session.client.encoding
            shown = [to_lsp.diagnostic(view, finding, language, encoding)]
        result = types.CodeAction(
            title=choice.title(language),
            kind=choice.kind,
            diagnostics=shown,
            is_preferred=choice.preferred or None,
            data={
                "uri": opened.uri,
                "version": opened.version,
                "work": choice.work,
                "finding": choice.finding,
            },
        )
        return result if session.client.resolves_edits else await resolved(result)

    async def resolved(action: types.CodeAction) -> types.CodeAction:
        data: Any = action.data
        opened = session.documents.get(data["uri"])
        if opened is None or opened.version != data["version"]:
            raise JsonRpcContentModified()
        await analyst.settled(opened)
        document = opened.document
        text = await new_text(session, analyst, opened, data["work"], data["finding"])
        if opened.document is not document:
            raise JsonRpcContentModified()
        if text is not None:
            client = session.client
            action.edit = to_lsp.workspace_edit(
                opened, text, client.encoding, client.document_changes
            )
        return action

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(params: types.CodeAction) -> types.CodeAction:
        return await resolved(params)


def _meet(finding: Span, asked: Span) -> bool:
    return finding.start <= asked.end and asked.start <= finding.end
