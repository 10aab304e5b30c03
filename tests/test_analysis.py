"""A document, settings and a workspace become a report: what silences it, what cannot break it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from mindport.analysis import analyze, analyze_bytes
from mindport.config import Config
from mindport.document import Document
from mindport.knowledge.store import load
from mindport.report import Report
from mindport.symbols.workspace import Workspace
from mindport.target import Target


def report(source: str, config: Config | None = None, path: str = "example.py") -> Report:
    return analyze(Document(path, dedent(source)), config or Config(), Workspace())


def found(source: str, config: Config | None = None) -> list[tuple[int, str]]:
    """Line (from 1) and code of each finding."""
    result = report(source, config)
    line_of = result.document.line_of
    return [(line_of(finding.span.start) + 1, finding.code) for finding in result.findings]


CONV = "from torch import nn\nconv = nn.Conv2d(3, 4, 3){}\n"


@pytest.mark.parametrize(
    "source",
    [
        CONV.format("  # mindport: ignore"),
        CONV.format("  # mindport: ignore[MP201]"),
        CONV.format("  # mindport: ignore[MP2]"),
        CONV.format("  # mindport: ignore[ MP101 , MP201 ]"),
        CONV.format("  # mindport:ignore[MP201]"),
        CONV.format("  #mindport: ignore"),
        CONV.format("  # 卷积 # mindport: ignore[MP201] 已检查"),
        "# mindport: ignore-file\n" + CONV.format(""),
        CONV.format("") + "\n# mindport: ignore-file\n",
        CONV.format("").replace("\n", "\r\n").rstrip() + "  # mindport: ignore\r\n",
        "'''\n文档\n'''\n" + CONV.format("  # mindport: ignore"),
    ],
)
def test_a_comment_silences(source: str) -> None:
    assert found(source) == []


@pytest.mark.parametrize(
    "source",
    [
        CONV.format("  # mindport: ignore[MP202]"),
        CONV.format("  # mindport: ignore[MP2011]"),
        CONV.format("  # ignore"),
        CONV.format("; text = '# mindport: ignore'"),
        CONV.format("\n# mindport: ignore"),
        "'''# mindport: ignore-file'''\n" + CONV.format(""),
        'text = """\n# mindport: ignore-file\n"""\n' + CONV.format(""),
    ],
)
def test_a_comment_about_something_else_silences_nothing(source: str) -> None:
    assert [code for _, code in found(source)] == ["MP201"]


def test_a_comment_silences_its_own_line_only() -> None:
    source = """\
        import torch
        a = torch.cat([x, y])  # mindport: ignore
        b = torch.cat([x, y])
    """
    assert found(source) == [(3, "MP101")]


def test_a_comment_silences_some_codes_of_a_line() -> None:
    source = """\
        from torch import nn
        net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.MaxPool2d(2))  # mindport: ignore[MP201]
    """
    assert found(source) == [(2, "MP101"), (2, "MP202")]


TWO = "import torch\nfrom torch import nn\nx = torch.cat([a, b])\nc = nn.Conv2d(3, 4, 3)\n"


@pytest.mark.parametrize(
    ("config", "codes"),
    [
        (Config(), ["MP101", "MP201"]),
        (Config(select=("MP2",)), ["MP201"]),
        (Config(ignore=("MP2",)), ["MP101"]),
        (Config(ignore=("MP",)), []),
        (Config(select=("MP201",), ignore=("MP2",)), ["MP201"]),
        (Config(select=("MP2",), ignore=("MP201",)), []),
        (Config(silenced=("MP1",)), ["MP201"]),
        (Config(select=()), []),
    ],
)
def test_settings_choose_the_codes(config: Config, codes: list[str]) -> None:
    assert [code for _, code in found(TWO, config)] == codes


def test_settings_do_not_hide_the_uses() -> None:
    assert report(TWO, Config(ignore=("MP",))).uses == report(TWO).uses


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import torch\ndef f(:\n    torch.cat(x)\n", 2),
        ("import torch\nx = '\n", 2),
        ("import torch\n\tx = 1\n        y = 2\n", 2),
        ("print 'hello'\n", 1),
        ("<<<<<<< HEAD\nimport torch\n", 1),
    ],
)
def test_a_file_that_does_not_parse_is_one_finding(source: str, line: int) -> None:
    result = report(source)
    assert [(f.code, f.severity, f.fix) for f in result.findings] == [("MP901", "error", None)]
    assert result.document.line_of(result.findings[0].span.start) + 1 == line
    assert result.uses == ()


def test_a_file_that_does_not_parse_never_looks_clean() -> None:
    assert found("def f(:\n", Config(select=("MP2",))) == [(1, "MP901")]
    assert found("def f(:\n", Config(ignore=("MP901",))) == []


@pytest.mark.parametrize("data", [b"\x7fELF\x80\0", b"# coding: no-such\n", b"x = '\xe9'\n"])
def test_bytes_that_are_no_text_are_one_finding(data: bytes) -> None:
    result = analyze_bytes("x.py", data, Config(), Workspace())
    assert [finding.code for finding in result.findings] == ["MP902"]
    assert result.document.path == "x.py"


@pytest.mark.parametrize("source", ["", "\n", "\x0c", "# 注释", "'''only a docstring'''"])
def test_nothing_to_say(source: str) -> None:
    result = report(source)
    assert (result.findings, result.uses, result.classified) == ((), (), 0)


@pytest.mark.parametrize(
    "nested",
    [
        pytest.param("x = " + "(" * 5_000 + "1" + ")" * 5_000, id="parentheses"),
        pytest.param("x = " + "-" * 50_000 + "1", id="signs"),
        pytest.param("x = y" + ".a" * 50_000, id="attributes"),
        pytest.param("x = y" + "()" * 50_000, id="calls"),
        pytest.param("x = " + "+".join(["torch.pi"] * 50_000), id="sum"),
        pytest.param("x = " + "[" * 90 + "]" * 90, id="lists"),
        pytest.param("x = " + "torch.relu(" * 90 + "1" + ")" * 90, id="calls in calls"),
        pytest.param("x = " + "lambda: " * 2_000 + "1", id="lambdas"),
        pytest.param("x = " + "a if b else " * 20_000 + "c", id="conditions"),
        pytest.param(
            "".join(f"{' ' * i}if x:\n" for i in range(99)) + " " * 99 + "torch.cat", id="blocks"
        ),
        pytest.param("if x: pass\n" + "elif x: pass\n" * 20_000, id="elif"),
    ],
)
def test_deep_nesting_is_a_result(nested: str) -> None:
    result = report(f"import torch\n{nested}\n")
    assert {finding.code for finding in result.findings} <= {"MP101", "MP108", "MP901", "MP904"}


def test_a_class_that_derives_from_itself_and_functions_that_call_each_other() -> None:
    source = """\
        import torch
        class A(A): pass
        class B(C): pass
        class C(B): pass
        def f(x): return g(x)
        def g(x): return f(x)
        f(torch.zeros(3)).size()
        x = x
        a, b = b, a
        class D(torch.nn.Module):
            def forward(self, x): return self.forward(x)
            make = lambda self: self.make()
    """
    assert "MP301" in [code for _, code in found(source)]


def test_a_hundred_thousand_lines() -> None:
    block = "x = torch.cat([a, b], dim=1)\ny = x.size(0)\n" + "z = y + 1\n" * 18
    result = report("import torch\n" + block * 5_000)
    assert len(result.document.line_starts) > 100_000
    assert len(result.uses) == len(result.findings) == result.classified == 10_000


@pytest.mark.parametrize(
    ("expression", "symbol", "status"),
    [
        ("torch.cat", "torch.cat", "mapped"),
        ("torch.zeros(2).cuda()", "torch.Tensor.cuda", "dropped"),
        ("torch.no_such_thing", "torch.no_such_thing", "unknown"),
        ("torch.nn", "torch.nn", "mapped"),
        ("torch.zeros(2).view(1, 2)", "torch.Tensor.view", "mapped"),
        pytest.param(
            "torch.max(x, 1).values",
            "torch.return_types.max.values",
            "mapped",
        ),
        ("torch.zeros(2).backward()", "torch.Tensor.backward", "manual"),
        ("torch.optim.LBFGS([]).step()", "torch.optim.LBFGS.step", "manual"),
        ("torch.fx.Graph().erase_node(x)", "torch.fx.Graph.erase_node", "unsupported"),
        ("torch.fx.no_such_thing", "torch.fx.no_such_thing", "unknown"),
        ("torch.ops.aten.add(x, 1)", "torch.ops.aten.add", "manual"),
        ("torch.ops.my_library.my_operator(x)", "torch.ops.my_library.my_operator", "manual"),
    ],
)
def test_each_use_has_its_status(expression: str, symbol: str, status: str) -> None:
    result = report(f"import torch\nresult = {expression}\n")
    statuses = {use.symbol: use.status for use in result.uses}
    assert statuses[symbol] == status
    assert result.classified == sum(s != "unknown" for s in statuses.values())


def test_uses_stand_where_their_names_stand() -> None:
    result = report("import torch as 火炬\n# 😀\nx = 火炬.zeros(2).size(0); 火炬.cat\n")
    text = result.document.text
    spans = [(use.symbol, text[use.span.start : use.span.end]) for use in result.uses]
    assert spans == [
        ("torch.zeros", "火炬.zeros"),
        ("torch.Tensor.size", "火炬.zeros(2).size"),
        ("torch.cat", "火炬.cat"),
    ]


def test_the_same_text_gives_the_same_report(tmp_path: Path) -> None:
    source = dedent("""\
        import torch
        from torch import nn
        import torch.nn.functional as F
        from layers import Block
        class Net(Block):
            def __init__(self):
                super().__init__()
                self.layers = nn.ModuleList([nn.Conv2d(3, 4, 3), nn.ReLU(inplace=True)])
            def forward(self, x):
                with torch.no_grad():
                    y = F.softmax(x.cuda(), dim=1).max(1).values
                return unknown(y).permute(1, 0).size()
    """)
    (tmp_path / "layers.py").write_text("from torch import nn\nclass Block(nn.Module): pass\n")
    path = str(tmp_path / "net.py")
    shared = Workspace()
    document = Document(path, source)
    first = analyze(document, Config(), shared)
    assert len(first.findings) > 5
    assert analyze(document, Config(), shared) == first
    other = analyze(Document(path, source), Config(), Workspace())
    assert (other.uses, other.findings) == (first.uses, first.findings)
    between = Config(target=Target(devices=("Ascend",)))
    analyze(Document(path, source), between, shared)
    assert analyze(document, Config(), shared) == first


def test_findings_come_in_the_order_of_the_text() -> None:
    result = report("""\
        import torch
        from torch import nn
        class Net(nn.Module):
            def forward(self, x):
                return torch.cat([x.size(), torch.zeros(2)]).cuda()
        net = Net()
        import torch.optim
    """)
    starts = [finding.span.start for finding in result.findings]
    assert starts == sorted(starts) and len(starts) > 4


HELPED = """\
import torch


def kept(values):
    return torch.fx.wrap(values), weight_norm(values)


"""


def test_nothing_is_said_of_a_helper_that_a_fix_put_into_the_file() -> None:
    helper = load().helpers["weight_norm"]
    found = analyze(Document("example.py", HELPED + helper), Config(), Workspace()).findings
    assert [finding.symbol for finding in found] == ["torch.fx.wrap"]


def test_a_helper_that_was_changed_is_the_users() -> None:
    helper = load().helpers["weight_norm"].replace("dim=0", "dim=1")
    found = analyze(Document("example.py", HELPED + helper), Config(), Workspace()).findings
    assert {finding.symbol for finding in found} == {"torch.fx.wrap", "torch.Tensor.sum"}
