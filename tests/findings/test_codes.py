"""Which code, severity and languages a finding has."""

from __future__ import annotations

import re

import pytest

from mindport.config import Config
from mindport.report import Finding
from mindport.rules import RULES
from mindport.target import Target
from mindport.texts import Text

from .conftest import findings

HEADER = """\
import torch
from torch import nn
import torch.nn.functional as F
x: torch.Tensor
net: nn.Module
opt: torch.optim.Adam
"""

CASES = [
    ("torch.cat([x, x])", "MP101", "warning"),
    ("nn.Bilinear(*sizes)", "MP102", "error"),
    ("nn.Conv2d(*sizes)", "MP109", "warning"),
    ("torch.sum(x, out=x)", "MP102", "error"),
    ("torch.hub.load('a', 'b')", "MP103", "error"),
    ("getattr(nn, name)", "MP103", "error"),
    ("net._parameters", "MP307", "error"),
    ("torch.no_such_function(x)", "MP106", "warning"),
    ("torch.rfft(x, 1)", "MP103", "error"),
    ("x.rfft(1)", "MP103", "error"),
    ("x.gels(x)", "MP103", "error"),
    ("nn.Conv3d(3, 4, 3, padding_mode='reflect')", "MP107", "warning"),
    ("[nn.Conv2d]", "MP109", "warning"),
    ("unknown.size()", "MP110", "hint"),
    ("nn.Conv2d(3, 4, 3)", "MP201", "warning"),
    ("nn.MaxPool2d(2)", "MP202", "warning"),
    ("nn.BatchNorm2d(8)", "MP203", "warning"),
    ("nn.LayerNorm(8)", "MP204", "warning"),
    ("nn.Dropout(0.1)", "MP205", "warning"),
    ("nn.GELU()", "MP206", "warning"),
    ("x.size(0)", "MP208", "warning"),
    ("F.relu(x, inplace=True)", "MP209", "warning"),
    ("net.train()", "MP303", "warning"),
    ("net.eval()", "MP303", "warning"),
    ("x.cuda()", "MP304", "warning"),
    ("x.to('cuda')", "MP304", "warning"),
    ("torch.device('cuda')", "MP304", "warning"),
    ("torch.no_grad()", "MP305", "error"),
    ("x.backward()", "MP306", "error"),
    ("opt.zero_grad()", "MP306", "error"),
    ("opt.step()", "MP306", "error"),
    ("net.parameters()", "MP220", "warning"),
    ("net.forward(x)", "MP302", "warning"),
]


def of_last_line(expression: str) -> list[Finding]:
    source = f"{HEADER}result = {expression}\n"
    return [f for f in findings(source) if f.span.start >= len(HEADER)]


@pytest.mark.parametrize(("expression", "code", "severity"), CASES)
def test_code_and_severity(expression: str, code: str, severity: str) -> None:
    found = [(f.code, f.severity) for f in of_last_line(expression)]
    assert (code, severity) in found


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("import torch\n", "MP108"),
        ("from torch import nn\nclass A(nn.Module): pass\n", "MP301"),
        ("from torch import nn\nnet = nn.Dropout(0.5)\nnet(1)\n", "MP218"),
    ],
)
def test_code_of_a_structure(source: str, code: str) -> None:
    assert code in [finding.code for finding in findings(source)]


def texts(finding: Finding) -> list[Text]:
    found = [finding.message]
    if finding.fix is not None:
        found += [finding.fix.title, *([finding.fix.caution] if finding.fix.caution else [])]
    return found


CHINESE = re.compile(r"[\u4e00-\u9fff]")


def assert_both_languages(finding: Finding) -> None:
    for text in texts(finding):
        assert text.en.strip() and not CHINESE.search(text.en), text
        assert CHINESE.search(text.zh), text
        assert "{" not in text.en or "}" in text.en


@pytest.mark.parametrize("expression", [case[0] for case in CASES])
def test_every_text_is_there_in_both_languages(expression: str) -> None:
    found = of_last_line(expression)
    assert found
    for finding in found:
        assert_both_languages(finding)


@pytest.mark.parametrize("expression", [case[0] for case in CASES])
def test_every_code_has_its_rule(expression: str) -> None:
    for finding in of_last_line(expression):
        assert finding.code in RULES


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_every_rule_speaks_both_languages(rule: object) -> None:
    summary = getattr(rule, "summary", None)
    assert isinstance(summary, Text)
    assert summary.en and not CHINESE.search(summary.en)
    assert CHINESE.search(summary.zh)


def test_an_error_never_has_a_fix_and_a_warning_says_what_to_do() -> None:
    for expression, _, _ in CASES:
        for finding in of_last_line(expression):
            if finding.severity == "error":
                assert finding.fix is None, expression


def test_the_target_decides_on_devices() -> None:
    source = "import torch\ntorch.nn.SyncBatchNorm(8)\n"
    ascend = Config(target=Target(devices=("Ascend",)))
    assert [f.code for f in findings(source)] == ["MP107"]
    assert [f.code for f in findings(source, ascend)] == ["MP101"]


def test_the_target_decides_on_modes() -> None:
    source = "import torch\nfrom torchvision.ops import roi_align\nroi_align(x, boxes, 7)\n"
    graph = Config(target=Target(mode="GRAPH"))
    assert [f.code for f in findings(source)][-1] == "MP101"
    told = findings(source, graph)[-1]
    assert (told.code, told.severity) == ("MP107", "error")
    assert "PyNative mode alone" in told.message.en
