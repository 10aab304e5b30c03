"""The report that people read in a terminal, in the form that ruff made familiar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from mindport.report import Severity, Status
from mindport.reports import tables
from mindport.reports.results import FileResult, Results, Row
from mindport.texts import Text

COLOURS: dict[Severity, str] = {
    "error": "red",
    "warning": "yellow",
    "info": "blue",
    "hint": "bright_black",
}
PLURALS: dict[Severity, tuple[str, str, str]] = {
    "error": ("error", "errors", "个错误"),
    "warning": ("warning", "warnings", "个警告"),
    "info": ("info", "infos", "条信息"),
    "hint": ("hint", "hints", "条提示"),
}
STATUS_TEXTS: dict[Status, Text] = {
    "mapped": Text("has an equivalent", "有等价接口"),
    "conditional": Text("has an equivalent for some arguments", "部分参数有等价接口"),
    "manual": Text("to be done by hand", "需手工修改"),
    "unsupported": Text("nothing in its place", "没有对应接口"),
    "dropped": Text("not needed any more", "不再需要"),
    "unknown": Text("not in the knowledge base", "知识库未收录"),
}

Style = Callable[..., str]


def render(results: Results, width: int | None = None) -> str:
    """``results`` for a terminal ``width`` columns wide, or without colours for None."""
    style = _plain_style if width is None else _terminal_style()
    parts = [
        statistics(results, width)
        if results.statistics
        else "".join(f"{line}\n" for line in _lines(results, style))
    ]
    if results.references:
        parts.append(references(results, width))
    parts.append("".join(f"{line}\n" for line in _summary(results)))
    return "\n".join(part for part in parts if part) if results.references else "".join(parts)


def references(results: Results, width: int | None = None) -> str:
    """Every torch reference as a table, then how many there are of each status."""
    language = results.language
    uses = [
        (
            f"{file.path}{_cell(use.cell)}:{use.line}:{use.column}",
            use.symbol,
            use.status,
            use.confidence,
        )
        for file in results.files
        for use in file.uses
    ]
    if not uses:
        return ""
    headers = Text("Place|Symbol|Status|Confidence", "位置|符号|状态|置信度")(language).split("|")
    counted = [
        (str(count), status, STATUS_TEXTS[status](language))
        for status, count in results.statuses.items()
        if count
    ]
    heads = Text("References|Status|Meaning", "引用数|状态|含义")(language).split("|")
    return tables.render(headers, uses, width) + "\n" + tables.render(heads, counted, width)


def statistics(results: Results, width: int | None = None) -> str:
    """How often each code was found, the most frequent first."""
    from mindport.rules import RULES

    counts: Counter[str] = Counter()
    fixable: Counter[str] = Counter()
    for _, row in results.rows():
        counts[row.code] += 1
        fixable[row.code] += _can_fix(row, results)
    if not counts:
        return ""
    rows = [
        (str(count), code, f"{fixable[code]}", RULES[code].name if code in RULES else "")
        for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]
    headers = Text("Findings|Code|[*] Fixable|Rule", "发现|代码|[*] 可修复|规则")
    return tables.render(headers(results.language).split("|"), rows, width)


def _lines(results: Results, style: Style) -> Iterator[str]:
    for file, row in results.rows():
        mark = style("[*] ", fg="cyan") if _can_fix(row, results) else ""
        code = style(row.code, fg=COLOURS[row.severity], bold=True)
        yield f"{_place(file, row, style)} {code} {mark}{' '.join(row.message.split())}"


def _place(file: FileResult, row: Row, style: Style) -> str:
    colon = style(":", fg="cyan")
    numbers = f"{row.region.line}{colon}{row.region.column}{colon}"
    return f"{style(file.path, bold=True)}{_cell(row.cell)}{colon}{numbers}"


def _cell(cell: int | None) -> str:
    return "" if cell is None else f":cell {cell}"


def _can_fix(row: Row, results: Results) -> bool:
    """Whether ``--fix`` applies it, with the options of this run; guesses it leaves to people."""
    return row.fix in ("safe", "unsafe" if results.unsafe_fixes else "safe") and _is_known(row)


def _is_known(row: Row) -> bool:
    return row.confidence != "name"


def _summary(results: Results) -> Iterator[str]:
    language = results.language
    files = len(results.files)
    if results.fixed:
        yield Text(f"Fixed {_count(results.fixed, 'finding')}.", f"已修复 {results.fixed} 处。")(
            language
        )
    counts = {name: count for name, count in results.severities.items() if count}
    if not counts:
        total = sum(file.references for file in results.files)
        yield Text(
            f"Nothing left to do: {_count(files, 'file')}, {_count(total, 'reference')} to torch.",
            f"没有待处理的内容：{files} 个文件，{total} 处 torch 引用。",
        )(language)
        return
    found = sum(counts.values())
    english = ", ".join(f"{count} {PLURALS[name][count != 1]}" for name, count in counts.items())
    chinese = "，".join(f"{count} {PLURALS[name][2]}" for name, count in counts.items())
    where = sum(bool(file.findings) for file in results.files)
    yield Text(
        f"Found {_count(found, 'finding')} in {where} of {_count(files, 'file')}: {english}.",
        f"{files} 个文件中有 {where} 个存在 {found} 处发现：{chinese}。",
    )(language)
    yield from _fix_hint(results)


def _fix_hint(results: Results) -> Iterator[str]:
    counts = Counter(row.fix for _, row in results.rows() if _is_known(row))
    safe, unsafe = counts["safe"], counts["unsafe"]
    if results.unsafe_fixes:
        safe, unsafe = safe + unsafe, 0
    option = "--fix --unsafe-fixes" if results.unsafe_fixes else "--fix"
    if safe:
        more = Text(
            f" ({unsafe} more with --unsafe-fixes)" if unsafe else "",
            f"（使用 --unsafe-fixes 还可修复 {unsafe} 处）" if unsafe else "",
        )
        yield Text(
            f"[*] {safe} fixable with {option}{more.en}.",
            f"[*] 其中 {safe} 处可用 {option} 修复{more.zh}。",
        )(results.language)
    elif unsafe:
        yield Text(
            f"{unsafe} fixable with --fix --unsafe-fixes; read the result.",
            f"其中 {unsafe} 处可用 --fix --unsafe-fixes 修复，请检查修改结果。",
        )(results.language)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _plain_style(text: str, **_: object) -> str:
    return text


def _terminal_style() -> Style:
    from click import style

    return style
