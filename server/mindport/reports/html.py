"""One HTML page that needs nothing else: to be kept as a build's artefact and read anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from string import Template

from mindport.reports.results import FileResult, Results, Row
from mindport.reports.text import PLURALS, STATUS_TEXTS
from mindport.rules import RULES
from mindport.texts import Text

PAGE = Template("""<!DOCTYPE html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mindport · $title</title>
<style>
:root { color-scheme: light dark; --line: #8884; --mark: #f5c54266;
  --error: #d1383d; --warning: #b7791f; --info: #2b6cb0; --hint: #718096; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0; }
h2 { font-size: 1rem; font-family: ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.number, .place { white-space: nowrap; font-variant-numeric: tabular-nums; }
.tiles { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; list-style: none; }
.tiles li { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem 1rem; }
.tiles strong { display: block; font-size: 1.4rem; }
.code { font-weight: 600; white-space: nowrap; }
.error { color: var(--error); } .warning { color: var(--warning); }
.info { color: var(--info); } .hint { color: var(--hint); }
.fix { font-size: .85em; border: 1px solid var(--line); border-radius: .3rem; padding: 0 .3rem; }
pre { margin: .3rem 0 0; overflow-x: auto; font: 13px/1.4 ui-monospace, monospace; }
mark { background: var(--mark); color: inherit; }
details { border-top: 1px solid var(--line); padding: .4rem 0; }
summary { cursor: pointer; }
summary h2 { display: inline; }
.target, footer { opacity: .75; }
</style>
</head>
<body>
<header>
<h1>$title</h1>
<p class="target">$target</p>
<ul class="tiles">$tiles</ul>
</header>
<main>
$rules
$files
</main>
<footer><p>Mindport $version</p></footer>
</body>
</html>
""")

TITLE = Text("PyTorch to MindSpore: what is left to do", "PyTorch 迁移到 MindSpore：待处理项")
FIXES = {"safe": Text("safe fix", "安全修复"), "unsafe": Text("unsafe fix", "不安全修复")}


def render(results: Results) -> str:
    """``results`` as one page."""
    language = results.language
    return PAGE.substitute(
        language="zh-CN" if language == "zh" else "en",
        title=escape(TITLE(language)),
        target=escape(str(results.target)),
        tiles="".join(_tile(number, name) for number, name in _numbers(results)),
        rules=_rules(results),
        files="".join(_file(file, results) for file in results.files if file.findings or file.uses),
        version=escape(results.version),
    )


def _numbers(results: Results) -> Iterable[tuple[int, str]]:
    language = results.language
    yield len(results.files), Text("files", "个文件")(language)
    yield (
        sum(file.references for file in results.files),
        Text("references to torch", "处 torch 引用")(language),
    )
    yield (
        sum(file.classified for file in results.files),
        Text("of them classified", "处已归类")(language),
    )
    if results.fixed:
        yield results.fixed, Text("fixed", "处已修复")(language)
    for severity, count in results.severities.items():
        singular, plural, chinese = PLURALS[severity]
        yield count, Text(singular if count == 1 else plural, chinese)(language)


def _tile(number: int, name: str) -> str:
    return f"<li><strong>{number}</strong>{escape(name)}</li>"


def _rules(results: Results) -> str:
    counts = Counter(row.code for _, row in results.rows())
    rows = []
    for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        rule = RULES.get(code)
        summary = rule.summary(results.language) if rule else ""
        rows.append(
            f'<tr><td class="number">{count}</td><td class="code">{escape(code)}</td>'
            f"<td>{escape(summary)}</td></tr>"
        )
    return _table(Text("Findings|Code|Rule", "发现|代码|规则")(results.language), rows)


def _file(file: FileResult, results: Results) -> str:
    findings = "".join(_finding(row, results) for row in file.findings)
    uses = [
        f'<tr><td class="place">{use.line}:{use.column}</td><td>{escape(use.symbol)}</td>'
        f"<td>{escape(STATUS_TEXTS[use.status](results.language))}</td></tr>"
        for use in file.uses
    ]
    headers = Text("Place|Symbol|Status", "位置|符号|状态")(results.language)
    return (
        f"<details open><summary><h2>{escape(file.path)}</h2> ({len(file.findings)})</summary>\n"
        f"{_table_of(findings)}{_table(headers, uses)}</details>\n"
    )


def _finding(row: Row, results: Results) -> str:
    place = row.region
    fix = FIXES.get(row.fix)
    badge = f' <span class="fix">{escape(fix(results.language))}</span>' if fix else ""
    return (
        f'<tr><td class="place">{place.line}:{place.column}</td>'
        f'<td class="code {row.severity}">{escape(row.code)}</td>'
        f"<td>{escape(row.message)}{badge}<pre>{_marked(row)}</pre></td></tr>\n"
    )


def _marked(row: Row) -> str:
    """The finding's line with the place of the finding marked."""
    start = row.region.column - 1
    end = row.region.end_column - 1 if row.region.end_line == row.region.line else len(row.source)
    before, inside, after = row.source[:start], row.source[start:end], row.source[end:]
    return f"{escape(before)}<mark>{escape(inside)}</mark>{escape(after)}"


def _table(headers: str, rows: list[str]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{escape(header)}</th>" for header in headers.split("|"))
    return _table_of(f"<tr>{head}</tr>{''.join(rows)}")


def _table_of(rows: str) -> str:
    return f"<table>{rows}</table>\n" if rows else ""
