"""Each format as the programs that read it need it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from mindport.reports import github, gitlab, html, junit, sarif, text
from mindport.reports import json as json_report
from mindport.reports.results import Results

# The schema of OASIS as the npm package @microsoft/sarif-multitool-linux 5.7.0 carries it.
SCHEMA = Path(__file__).parents[1] / "data" / "sarif-schema-2.1.0.json"


def validate(log: object) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    validator = jsonschema.validators.validator_for(schema)
    validator(schema, format_checker=validator.FORMAT_CHECKER).validate(log)


def test_json_has_lines_and_columns_from_1_in_characters(results: Results) -> None:
    content = json.loads(json_report.render(results))
    assert content["version"] == "1.2.3"
    assert content["target"] == {
        "mindspore": "2.10",
        "devices": ["Ascend", "CPU"],
        "mode": "PYNATIVE",
    }
    found = content["files"][1]
    assert found["path"] == "pack/a.py"
    assert (found["references"], found["classified"], found["fixed"]) == (3, 3, 0)
    assert found["findings"][0] == {
        "code": "MP101",
        "severity": "error",
        "symbol": "torch.zeros",
        "equivalent": "mindspore.ops.zeros",
        "confidence": "certain",
        "message": "MP101: 100% <b>sure</b>,\nreally & truly",
        "fix": "safe",
        "line": 2,
        "column": 15,
        "end_line": 2,
        "end_column": 26,
    }
    assert "uses" not in found
    assert content["summary"]["findings"] == 6
    assert content["summary"]["fixable"] == {"safe": 2, "unsafe": 0, "none": 4}


def test_json_lists_references_and_counts_when_asked(results: Results) -> None:
    asked = replace(results, references=True, statistics=True)
    content = json.loads(json_report.render(asked))
    assert content["files"][1]["uses"][0] == {
        "symbol": "torch.zeros",
        "status": "mapped",
        "confidence": "certain",
        "line": 2,
        "column": 15,
    }
    assert content["summary"]["codes"] == {"MP101": 2, "MP105": 2, "MP201": 2}
    assert content["summary"]["statuses"]["mapped"] == 6


def test_sarif_passes_the_official_schema(results: Results, nothing: Results) -> None:
    for each in (results, nothing, replace(results, language="zh")):
        validate(json.loads(sarif.render(each)))


def test_sarif_that_breaks_the_schema_is_noticed(results: Results) -> None:
    log = json.loads(sarif.render(results))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    with pytest.raises(jsonschema.ValidationError):
        validate(log)


def test_sarif_carries_rules_regions_and_fixes(results: Results) -> None:
    run = json.loads(sarif.render(results))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    first = run["results"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"] == "MP101"
    assert "## Example" in rules[first["ruleIndex"]]["help"]["markdown"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "pack/a.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 2, "startColumn": 15, "endLine": 2, "endColumn": 26}
    change = first["fixes"][0]["artifactChanges"][0]
    assert change["replacements"] == [
        {"deletedRegion": place["region"], "insertedContent": {"text": "ops.zeros"}}
    ]
    assert [one["level"] for one in run["results"][:3]] == ["error", "warning", "note"]
    assert "fixes" not in run["results"][1]
    outside = run["results"][3]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert outside["uri"].startswith("file:///")
    assert outside["uri"].endswith("out%20side%2C%25%C3%A9.py")
    marks = [one["partialFingerprints"]["mindport/v1"] for one in run["results"]]
    assert len(set(marks)) == len(marks)


def test_github_commands_are_escaped_and_stay_on_one_line(results: Results) -> None:
    lines = github.render(results).splitlines()
    assert len(lines) == 6
    assert lines[0] == (
        "::error title=Mindport (MP101),file=pack/a.py,line=2,endLine=2,col=15,endColumn=26"
        "::MP101: 100%25 <b>sure</b>,%0Areally & truly"
    )
    assert "col=" not in lines[1]
    assert lines[1].startswith("::warning ")
    assert lines[2].startswith("::notice ")
    assert "out side%2C%25é.py,line" in lines[3]


def test_gitlab_fingerprints_are_unique_and_survive_a_move(results: Results) -> None:
    issues = json.loads(gitlab.render(results))
    marks = [issue["fingerprint"] for issue in issues]
    assert len(set(marks)) == len(marks) == 6
    assert {issue["severity"] for issue in issues} == {"major", "minor", "info"}
    assert issues[0]["location"] == {
        "path": "pack/a.py",
        "positions": {"begin": {"line": 2, "column": 15}, "end": {"line": 2, "column": 26}},
    }
    row = results.files[1].findings[0]
    moved = replace(row, region=replace(row.region, line=40, end_line=40), source=f"  {row.source}")
    file = replace(results.files[1], findings=(moved, *results.files[1].findings[1:]))
    after = replace(results, files=(results.files[0], file, results.files[2]))
    assert [issue["fingerprint"] for issue in json.loads(gitlab.render(after))] == marks


def test_junit_fails_for_errors_and_warnings_only(results: Results) -> None:
    root = ElementTree.fromstring(junit.render(results))
    assert (root.get("tests"), root.get("failures")) == ("7", "4")
    clean, found, _ = root.findall("testsuite")
    assert clean.get("failures") == "0"
    assert len(clean.findall("testcase")) == 1
    failure, warning, hint = found.findall("testcase")
    assert failure.find("failure") is not None
    assert warning.find("failure") is not None
    assert hint.find("failure") is None
    assert "really & truly" in (hint.findtext("system-out") or "")


def test_junit_replaces_what_xml_cannot_hold(results: Results) -> None:
    row = replace(results.files[1].findings[0], message="a\x00b\x0cc\ud800d")
    file = replace(results.files[1], path="\x1b.py", findings=(row,))
    root = ElementTree.fromstring(junit.render(replace(results, files=(file,))))
    message = root.find(".//failure")
    assert message is not None
    assert message.get("message") == "a\ufffdb\ufffdc\ufffdd"


class Page(HTMLParser):
    """What of a page asks for something else, and what is open at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.marked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "mark":
            self.marked.append(data)


def test_html_is_one_whole_page_with_everything_escaped(results: Results) -> None:
    rendered = html.render(replace(results, references=True))
    page = Page()
    page.feed(rendered)
    page.close()
    assert page.open == []
    assert page.fetched == []
    assert page.marked[:2] == ["torch.zeros", "torch.nn.functional.conv2d("]
    assert "<b>sure" not in rendered
    assert "&lt;b&gt;sure" in rendered
    assert "pack/a.py" in rendered


def test_html_of_a_clean_run_says_so(nothing: Results) -> None:
    assert "<details" not in html.render(nothing)
    assert "<strong>0</strong>errors" in html.render(nothing)


def test_text_is_plain_for_a_pipe(results: Results) -> None:
    lines = text.render(results).splitlines()
    assert lines[0] == "pack/a.py:2:15: MP101 [*] MP101: 100% <b>sure</b>, really & truly"
    assert lines[1].startswith("pack/a.py:3:5: MP201 MP201:")
    assert lines[-2:] == [
        "Found 6 findings in 2 of 3 files: 2 errors, 2 warnings, 2 hints.",
        "[*] 2 fixable with --fix.",
    ]


def test_text_has_colours_for_a_terminal_and_the_same_words(results: Results) -> None:
    coloured = text.render(results, width=100)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text.render(results)


def test_text_counts_unsafe_fixes_when_they_are_allowed(results: Results) -> None:
    row = replace(results.files[1].findings[1], fix="unsafe")
    file = replace(results.files[1], findings=(results.files[1].findings[0], row))
    some = replace(results, files=(file,))
    assert "[*] 1 fixable with --fix (1 more with --unsafe-fixes)." in text.render(some)
    assert text.render(some).count("[*]") == 2
    allowed = text.render(replace(some, unsafe_fixes=True))
    assert "[*] 2 fixable with --fix --unsafe-fixes." in allowed
    assert allowed.count("[*]") == 3


def test_text_counts_no_guess_as_fixable(results: Results) -> None:
    row = replace(results.files[1].findings[1], fix="unsafe", confidence="name")
    file = replace(results.files[1], findings=(results.files[1].findings[0], row))
    allowed = text.render(replace(results, files=(file,), unsafe_fixes=True))
    assert "[*] 1 fixable with --fix --unsafe-fixes." in allowed
    assert allowed.count("[*]") == 2


def test_text_of_a_clean_run_says_so_in_both_languages(nothing: Results) -> None:
    assert text.render(nothing) == "Nothing left to do: 1 file, 0 references to torch.\n"
    assert "没有待处理的内容" in text.render(replace(nothing, language="zh"))


@pytest.mark.parametrize("width", [None, 80])
def test_tables_of_references_and_statistics(results: Results, width: int | None) -> None:
    rendered = text.render(replace(results, references=True, statistics=True), width)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", rendered)
    assert re.search(r"pack/a\.py:2:15\s+torch\.zeros\s+mapped\s+certain", plain)
    assert re.search(r"2\s+MP201\s+0\s+conv-defaults", plain)
    assert re.search(r"6\s+mapped\s+has an equivalent", plain)
    assert "MP101: 100%" not in plain


def test_columns_of_a_chinese_table_are_aligned(results: Results) -> None:
    rendered = text.references(replace(results, references=True, language="zh"))
    head, first = rendered.splitlines()[0], rendered.splitlines()[1]
    assert head.startswith("位置")
    # A Chinese character takes two columns.
    assert head.index("符号") + 2 == first.index("torch.zeros")


def test_infos_and_hints_alone_leave_nothing_to_do(results: Results, nothing: Results) -> None:
    assert results.left_to_do
    assert not nothing.left_to_do
    hints = replace(results.files[1], findings=results.files[1].findings[2:])
    assert not replace(results, files=(hints,)).left_to_do
