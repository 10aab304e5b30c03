"""JUnit XML: a test suite a file, a test case a finding."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from mindport.reports.results import FileResult, Results, Row

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(results: Results) -> str:
    """Errors and warnings fail, infos and hints are the output of a case that passes."""
    root = ElementTree.Element("testsuites", name="mindport")
    total = failures = 0
    for file in results.files:
        suite = ElementTree.SubElement(root, "testsuite", name=_clean(file.path))
        cases = [_case(suite, file, row) for row in file.findings] or [_passed(suite, file)]
        failed = sum(case.find("failure") is not None for case in cases)
        suite.attrib |= {"tests": str(len(cases)), "failures": str(failed), "errors": "0"}
        total += len(cases)
        failures += failed
    root.attrib |= {"tests": str(total), "failures": str(failures), "errors": "0"}
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, "unicode")}\n'


def _case(suite: ElementTree.Element, file: FileResult, row: Row) -> ElementTree.Element:
    place = f"{row.region.line}:{row.region.column}"
    case = ElementTree.SubElement(
        suite,
        "testcase",
        name=_clean(f"{row.code} {row.symbol} ({place})"),
        classname=_clean(file.path),
        file=_clean(file.path),
        line=str(row.region.line),
    )
    message = _clean(row.message)
    if row.severity in ("error", "warning"):
        failure = ElementTree.SubElement(case, "failure", type=row.severity, message=message)
        failure.text = _clean(f"{file.path}:{place}: {row.code} {row.message}\n{row.source}")
    else:
        ElementTree.SubElement(case, "system-out").text = message
    return case


def _passed(suite: ElementTree.Element, file: FileResult) -> ElementTree.Element:
    path = _clean(file.path)
    return ElementTree.SubElement(suite, "testcase", name=path, classname=path, file=path)


def _clean(text: str) -> str:
    """``text`` with what XML cannot hold replaced."""
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
