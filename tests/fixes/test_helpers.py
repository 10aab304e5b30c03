"""Helpers are put into a file once, behind its imports, under names that are free there."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import apply_fixes
from mindport.symbols.workspace import Workspace

from .conftest import Fixer, proved_store


def one_fix(source: str, symbol: str, tidy: bool = False) -> str:
    """The source with the first fix for ``symbol`` alone, as a quick fix makes it."""
    document = Document("example.py", dedent(source))
    report = analyze(document, Config(), Workspace(), proved_store())
    finding = next(f for f in report.findings if f.symbol == symbol and f.fix is not None)
    assert finding.fix is not None
    store = proved_store()
    return apply_fixes(document, [finding.fix], tidy=tidy, store=store).text


def shape_of(text: str) -> list[str]:
    """The top level in short: imports as they are, definitions by name, other statements."""
    return [
        f"def {node.name}" if isinstance(node, ast.FunctionDef) else ast.unparse(node)
        for node in ast.parse(text).body
    ]


def test_a_file_that_needs_none_gets_none(fix: Fixer) -> None:
    text = fix("import torch\n\nx = torch.cat([a, b])\n").document.text
    assert "def " not in text


def test_it_stands_behind_the_imports_and_before_everything_else(fix: Fixer) -> None:
    source = '''
        """Docstring."""
        from __future__ import annotations
        import os
        import torch
        from torch.nn.utils.rnn import pad_sequence
        try:
            import json
        except ImportError:
            json = None

        # Where it goes.
        def collate(batch):
            return pad_sequence(batch)
    '''
    result = fix(source)
    lines = shape_of(result.document.text)
    assert lines[1:5] == [
        "from __future__ import annotations",
        "import os",
        "import mindspore as ms",
        "from mindspore import ops",
    ]
    assert lines[5:6] + lines[6:] == ["def pad_sequence", lines[6], "def collate"]
    assert "\n\n\ndef pad_sequence(" in result.document.text
    assert result.report.findings == ()


def test_two_uses_and_a_second_run_share_it(fix: Fixer) -> None:
    source = """
        import torch

        def f(batch):
            pad = torch.nn.utils.rnn.pad_sequence
            return pad(batch), torch.nn.utils.rnn.pad_sequence(batch, True)
    """
    text = fix(source).document.text
    assert text.count("def pad_sequence(") == 1
    again = text + "\n\ndef g(batch):\n    return torch.nn.utils.rnn.pad_sequence(batch)\n"
    twice = fix("import torch\n" + again).document.text
    assert twice.count("def pad_sequence(") == 1
    assert twice.endswith("return pad_sequence(batch)\n")


def test_it_is_known_again_when_laid_out_otherwise_and_with_other_imports(fix: Fixer) -> None:
    text = fix(
        "import torch\n\n\ndef f(batch):\n    return torch.nn.utils.rnn.pad_sequence(batch)\n"
    ).document.text
    other = text.replace("from mindspore import ops", "from mindspore import ops as O")
    other = other.replace(" ops.", " O.").replace("    rows = []", "    rows = [\n    ]")
    other = other.replace("def pad_sequence", "def padded").replace(
        "return pad_s", "return padded #"
    )
    source = f"import torch\n{other}\n\nx = torch.nn.utils.rnn.pad_sequence([a])\n"
    assert fix(source).document.text.endswith("x = padded([a])\n")


def test_a_quick_fix_puts_it_in_and_the_name_of_torch_stays() -> None:
    source = """
        import torch
        from torch.nn.utils.rnn import pad_sequence

        x = pad_sequence([a, b])
        y = pad_sequence([a, c])
    """
    text = one_fix(source, "torch.nn.utils.rnn.pad_sequence")
    assert shape_of(text) == [
        "import mindspore as ms",
        "from mindspore import ops",
        "import torch",
        "from torch.nn.utils.rnn import pad_sequence",
        "def ms_pad_sequence",
        "x = ms_pad_sequence([a, b])",
        "y = pad_sequence([a, c])",
    ]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        pytest.param("def pad_sequence(x): pass\n", "ms_pad_sequence", id="a function"),
        pytest.param("def f(pad_sequence): pass\n", "ms_pad_sequence", id="a parameter"),
        pytest.param("from mine import pad_sequence\n", "ms_pad_sequence", id="an import"),
        pytest.param(
            "pad_sequence = ms_pad_sequence = 3\n", "mindspore_pad_sequence", id="two of them"
        ),
        pytest.param("from mine import *\npad_sequence(3)\n", "ms_pad_sequence", id="a star"),
    ],
)
def test_its_name_is_free_of_collision(fix: Fixer, source: str, name: str) -> None:
    text = fix(f"import torch\n{source}y = torch.nn.utils.rnn.pad_sequence([a])\n").document.text
    assert text.endswith(f"y = {name}([a])\n")
    assert f"def {name}(" in text


def test_names_of_the_file_that_it_would_hide(fix: Fixer) -> None:
    source = """
        import torch
        from mindspore import ops as rows

        y = torch.nn.utils.rnn.pad_sequence([a])
    """
    text = fix(source).document.text
    assert "return ops.stack(rows" in text
    assert "from mindspore import ops\n" in text


def test_builtins_that_the_file_hides(fix: Fixer) -> None:
    source = """
        import torch

        def max(x):
            return x

        y = torch.nn.utils.rnn.pad_sequence([a])
    """
    text = fix(source).document.text
    assert "import builtins\n" in text
    assert "longest = builtins.max(" in text


def test_a_file_with_other_line_endings(fix: Fixer) -> None:
    text = fix("import torch\r\n\r\nx = torch.nn.utils.rnn.pad_sequence([a])\r\n").document.text
    assert "\n" not in text.replace("\r\n", "")
    assert "def pad_sequence(" in text


def test_imports_and_code_on_one_line(fix: Fixer) -> None:
    text = fix("import torch; x = torch.nn.utils.rnn.pad_sequence([a])\n").document.text
    assert shape_of(text)[-2:] == ["def pad_sequence", "x = pad_sequence([a])"]


def test_a_docstring_and_no_import(fix: Fixer) -> None:
    source = '''
        """Docstring."""

        def f(batch):
            import torch
            return torch.nn.utils.rnn.pad_sequence(batch)
    '''
    text = fix(source).document.text
    assert shape_of(text)[1:] == [
        "import mindspore as ms", "from mindspore import ops", "def pad_sequence", "def f",
    ]  # fmt: skip
    assert "torch" not in text.partition("def f")[2]


def test_the_finding_says_that_it_is_put_in() -> None:
    document = Document("a.py", "import torch\nx = torch.nn.utils.rnn.pad_sequence([a])\n")
    report = analyze(document, Config(), Workspace(), proved_store())
    message = report.findings[0].message
    assert "pad_sequence, a helper whose source the fix puts into this file" in message.en
    assert "辅助代码 pad_sequence" in message.zh


@pytest.mark.parametrize(
    "line",
    [
        "from torch.hub import load_state_dict_from_url",
        "from torch.utils.model_zoo import load_url as load_state_dict_from_url",
        "from torchvision.models.utils import load_state_dict_from_url",
        "from torchvision._internally_replaced_utils import load_state_dict_from_url",
    ],
)
def test_weights_of_a_url_are_loaded_from_what_was_converted(fix: Fixer, line: str) -> None:
    source = f"{line}\ndef f(url):\n    return load_state_dict_from_url(url, progress=False)\n"
    assert line in fix(source).document.text  # that torch wrote the file is told first
    text = fix(source, unsafe=True).document.text
    assert 'converted = file.with_suffix(".ckpt")' in text
    assert "torch" not in text.partition("def f(url)")[2]
