"""What only the original shows to be in doubt is written over its statement when a file is fixed."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.cells import join
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import FixResult, fix_document
from mindport.fixes.marking import fix_and_mark
from mindport.symbols.workspace import Workspace
from mindport.texts import Language

LOADS = """\
from torch import nn


def means(net: nn.Module):
    if net.training:
        state = net.state_dict()
    return [name for name in state if "running_mean" in name]
"""
NAMES = (
    "# mindport: todo[MP220] This file looks for torch's names, in strings ('weight', 'bias',",
    "#     'running_mean') or as named_parameters gives them; in the names of norms and embeddings",
    "#     they are not found, so look for gamma, beta, moving_mean, moving_variance and",
    "#     embedding_table there.",
)


def fixed(source: str, config: Config | None = None, **document: str) -> FixResult:
    config = config or Config()
    before = Document("example.py", dedent(source), **document)
    return fix_and_mark(before, config, Workspace(), unsafe=False)


def test_nothing_is_written_where_nothing_is_in_doubt() -> None:
    text = fixed("import torch\n\nx = torch.abs(torch.ones(3))\n").document.text
    assert text == "from mindspore import mint\n\nx = mint.abs(mint.ones((3,)))\n"


def test_what_is_still_torch_says_so_itself() -> None:
    result = fixed("import torch\n\nx = torch.abs(torch.ones(3))\ny = torch.fx.symbolic_trace(x)\n")
    assert "torch.fx.symbolic_trace" in result.document.text
    assert "todo" not in result.document.text
    assert [finding.symbol for finding in result.report.findings] == ["torch.fx.symbolic_trace"]


def test_what_the_fixed_text_hides_is_written_over_its_statement() -> None:
    result = fixed(LOADS)
    assert result.document.text.splitlines() == [
        "from mindspore import nn",
        "",
        "",
        "def means(net: nn.Cell):",
        "    if net.training:",
        *(f"        {line}" for line in NAMES[:1]),
        "        #     'running_mean') or as named_parameters gives them; in the names of norms and",
        "        #     embeddings they are not found, so look for gamma, beta, moving_mean,",
        "        #     moving_variance and embedding_table there.",
        "        state = net.state_dict()",
        '    return [name for name in state if "running_mean" in name]',
    ]
    assert result.line_map[5:10] == (6, 6, 6, 6, 6)


def test_the_next_run_tells_it_again_and_changes_nothing_until_the_comment_is_gone() -> None:
    first = fixed(LOADS)
    second = fixed(first.document.text)
    assert second.document.text == first.document.text
    assert [finding.code for finding in first.report.findings] == ["MP220"]
    assert second.report.findings == first.report.findings
    assert "embedding_table there." in second.report.findings[0].message.en
    kept = [line for line in first.document.text.splitlines() if "#" not in line]
    assert fixed("\n".join(kept)).report.findings == ()


@pytest.mark.parametrize(
    "statement",
    [
        "state = dict(\n    # the weights\n    net.state_dict(),\n)",
        "text = '''\nstate\n'''; state = net.state_dict()",
        "for name in net.state_dict():\n    print(name)",
        "@decorate(net.state_dict())\ndef read():\n    pass",
        "if not names:\n    pass\nelif net.state_dict():\n    pass",
    ],
    ids=["brackets", "semicolon", "loop", "decorator", "elif"],
)
def test_a_comment_never_lands_inside_a_statement(statement: str) -> None:
    names = "names = ['running_mean']\nfrom torch import nn\nnet: nn.Module\n"
    result = fixed(names + statement)
    lines = result.document.text.splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("# mindport: todo"))
    assert lines[first : first + len(NAMES)] == list(NAMES)
    kept = [line for line in lines if line not in NAMES]
    assert "\n".join(kept).endswith(statement)


def test_in_chinese() -> None:
    text = fixed(LOADS, Config(language="zh")).document.text
    comments = [line.strip() for line in text.splitlines() if "#" in line]
    assert comments[0].startswith("# mindport: todo[MP220] 本文件查找")
    again = fixed(text, Config(language="zh"))
    plain = fix_document(Document("a.py", LOADS), Config(), Workspace(), unsafe=False)
    assert again.report.findings[0].message.zh == plain.report.findings[0].message.zh


def test_a_file_that_cannot_hold_chinese_gets_english() -> None:
    result = fixed("# coding: latin-1\n" + LOADS, Config(language="zh"), encoding="latin-1")
    assert NAMES[0][:80] in result.document.text
    result.document.text.encode("latin-1")


def test_line_endings_stay() -> None:
    text = fixed(LOADS.replace("\n", "\r\n")).document.text
    assert text.count("\r\n") == text.count("\n")


def test_a_fix_that_was_in_doubt_stays_so() -> None:
    source = """\
    import torch

    # mindport: todo[MP101] x may be a list here
    y = torch.abs(torch.ones(3))
    """
    left = analyze(Document("example.py", dedent(source)), Config(), Workspace()).findings
    assert {finding.fix and finding.fix.applicability for finding in left} == {"unsafe"}


def test_silencing_works_on_a_comment_too() -> None:
    text = fixed(LOADS).document.text
    ignoring = replace(Config(), ignore=("MP220",))
    assert analyze(Document("example.py", text), ignoring, Workspace()).findings == ()


def test_leaves_alone_a_file_that_names_what_runs() -> None:
    source = (
        "import torch\nfrom torch import nn\n\n\ndef keep(net: nn.Module, running_loss, path):\n"
        "    print('mean of the running loss', running_loss)\n    torch.save(net.state_dict(), path)\n"
    )
    assert "MP220" not in fixed(source).document.text


SOMETIMES = """\
import torch
import torch.nn as nn


class Step(nn.Module):
    pass


class Block(Step):
    def __init__(self, channels):
        if channels is not None:
            self.scale = nn.Sequential(nn.SiLU(), nn.Linear(channels, channels))

    def forward(self, x, emb=None):
        if emb is not None:
            x = x + self.scale(emb)
        return x


class Net(nn.Module):
    def __init__(self, channels):
        self.middle = Steps(Block(channels), Block(channels))

    def forward(self, x, steps=None):
        emb = None
        if steps is not None:
            emb = embedded(steps)
        return self.middle(x, emb)
"""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_comment_names_the_lines_of_the_text_it_stands_in(language: Language) -> None:
    text = fixed(SOMETIMES, Config(language=language)).document.text
    line = 1 + text.splitlines().index("        if emb is not None:")
    said = " ".join(part.strip().lstrip("#").strip() for part in text.splitlines())
    assert line != 1 + SOMETIMES.splitlines().index("        if emb is not None:")
    assert "todo[MP216]" in said
    assert (f"of line {line} lets" if language == "en" else f"第 {line} 行") in said


def test_a_comment_in_a_notebook_names_cell_and_line() -> None:
    joined = join("a.ipynb", {1: "import torch\n", 2: SOMETIMES.partition("\n")[2]})
    text = fix_and_mark(joined.document, Config(), Workspace(), unsafe=False).document.text
    lines = text.split("# %% mindport cell 2\n")[1].splitlines()
    line = 1 + lines.index("        if emb is not None:")
    said = " ".join(part.strip().lstrip("#").strip() for part in lines)
    assert f"of cell 2, line {line} lets" in said


def test_hints_are_still_given_under_the_comments() -> None:
    source = """\
    import torch

    x = torch.ones(3)
    run(lambda v: v.sort(1)[0])
    run(lambda v: v.var(1))
    run(lambda v: v.sort(0)[0])
    """
    result = fixed(source)
    document, lines = result.document, result.document.text.splitlines()
    hints = [f for f in result.report.findings if f.severity == "hint"]
    assert "# mindport: todo[MP220]" in document.text
    assert [lines[document.line_of(f.span.start)].strip() for f in hints] == [
        "run(lambda v: v.sort(1)[0])",
        "run(lambda v: v.sort(0)[0])",
    ]
