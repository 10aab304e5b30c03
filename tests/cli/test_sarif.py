"""SARIF of real findings: valid, and each fix in it can be applied as it stands."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import jsonschema

from .conftest import Folder, Run

SCHEMA = Path(__file__).parents[1] / "data" / "sarif-schema-2.1.0.json"
NET = """\
import torch
from torch import nn

LABEL = "\N{ROCKET} \N{CJK UNIFIED IDEOGRAPH-4E2D}"; SHAPE = torch.zeros(2, 3)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)  # a comment
        self.linear = nn.Linear(8, 2)

    def forward(self, x):
        x = self.conv(x).relu()
        return torch.cat([self.linear(x), torch.ones(2)], dim=1)
"""


def applied(text: str, replacements: list[dict[str, Any]]) -> str:
    """``text`` with one SARIF fix, done as the standard describes it."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:index])) for index in range(len(lines) + 1)]
    for one in reversed(replacements):
        region = one["deletedRegion"]
        start = starts[region["startLine"] - 1] + region["startColumn"] - 1
        end = starts[region["endLine"] - 1] + region["endColumn"] - 1
        text = text[:start] + one["insertedContent"]["text"] + text[end:]
    return text


def test_it_is_valid_and_every_fix_leaves_a_file_that_parses(
    folder: Folder, lsp_check: Run
) -> None:
    folder.write("net.py", NET)
    folder.write("broken.py", "x = (\n")
    log = json.loads(lsp_check("--output-format", "sarif").stdout)
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(log)
    results = log["runs"][0]["results"]
    fixes = [fix for result in results for fix in result.get("fixes", ())]
    assert len(fixes) >= 4
    for fix in fixes:
        [change] = fix["artifactChanges"]
        assert change["artifactLocation"]["uri"] == "net.py"
        after = applied(NET, change["replacements"])
        assert after != NET
        ast.parse(after)
        assert "# a comment" in after


def test_a_fix_changes_its_own_place_and_imports_only(folder: Folder, lsp_check: Run) -> None:
    folder.write("net.py", NET)
    log = json.loads(lsp_check("--output-format", "sarif").stdout)
    [result] = [
        one
        for one in log["runs"][0]["results"]
        if one["properties"]["symbol"] == "torch.zeros" and "fixes" in one
    ]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (4, 24)
    after = applied(NET, result["fixes"][0]["artifactChanges"][0]["replacements"])
    left = [line for line in after.splitlines() if line not in NET.splitlines()]
    assert [line for line in left if "import" not in line] == [
        line for line in left if line.startswith("LABEL")
    ]
    assert "\N{ROCKET} \N{CJK UNIFIED IDEOGRAPH-4E2D}" in after
    assert "torch.zeros" not in after
