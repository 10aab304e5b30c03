"""Modules, modes, gradients: whole structures in, whole structures out."""

from __future__ import annotations

from textwrap import dedent

import pytest

from .conftest import Fixer


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("class Net:\n    def forward(self, x):\n        return x\n", id="no module"),
        pytest.param(
            "from mindspore import nn\n\n\nclass Net(nn.Cell):\n    def construct(self, x):\n"
            "        return x\n",
            id="a cell",
        ),
        pytest.param("def forward(x):\n    return x\n", id="a function"),
        pytest.param("with open('f') as f:\n    f.read()\n", id="another with"),
        pytest.param("", id="empty"),
        pytest.param("# only a comment", id="a comment without line end"),
        pytest.param("import torch.nn as nn  # mindport: ignore[MP108]\n", id="silenced"),
    ],
)
def test_leaves_alone(fix: Fixer, source: str) -> None:
    result = fix(source)
    assert result.document.text == source
    assert result.fixed == 0


PAIRS = [
    pytest.param(
        """
        from torch import nn


        class Net(nn.Module):
            def __init__(self):
                super(Net, self).__init__()

            def forward(self, x):
                return x

            def predict(self, x):
                return self.forward(x)
        """,
        """
        from mindspore import nn


        class Net(nn.Cell):
            def __init__(self):
                super(Net, self).__init__()

            def construct(self, x):
                return x

            def predict(self, x):
                return self.construct(x)
        """,
        id="module",
    ),
    pytest.param(
        """
        from torch import nn


        class A(nn.Module):
            pass


        class B(A):
            def forward(self, x):
                return super().forward(x)
        """,
        """
        from mindspore import nn


        class A(nn.Cell):
            pass


        class B(A):
            def construct(self, x):
                return super().construct(x)
        """,
        id="inherited module",
    ),
    pytest.param(
        """
        import torch


        def f(net, x):
            with torch.no_grad():
                # the comment stays
                y = net(x)

                text = '''
                kept as it is'''
            return y, text
        """,
        """


        def f(net, x):
            # the comment stays
            y = net(x)

            text = '''
                kept as it is'''
            return y, text
        """,
        id="no_grad block",
    ),
    pytest.param(
        """
        import torch


        def load(x, path):
            with torch.no_grad(), open(path) as file:
                return file.read()
        """,
        """


        def load(x, path):
            with open(path) as file:
                return file.read()
        """,
        id="no_grad among others",
    ),
    pytest.param(
        """
        import torch


        @torch.no_grad()
        def reset(x):
            with torch.inference_mode(): return x
        """,
        """


        def reset(x):
            return x
        """,
        id="no_grad as decorator and on one line",
    ),
    pytest.param(
        """
        import torch
        from torch import nn


        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.drop = nn.Dropout(0.5)

            def forward(self, x):
                return self.drop(x)


        net = Net()
        y = net(torch.ones(2, 3))
        """,
        """
        from mindspore import mint, nn


        class Net(nn.Cell):
            def __init__(self):
                super().__init__()
                self.drop = nn.Dropout(p=0.5)

            def construct(self, x):
                return self.drop(x)


        net = Net()
        net.set_train()
        y = net(mint.ones((2, 3)))
        """,
        id="training mode on construction",
    ),
]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_rewrites(fix: Fixer, before: str, after: str) -> None:
    result = fix(before)
    assert result.document.text == dedent(after)
    assert fix(result.document.text).document.text == result.document.text


def test_no_grad_in_a_forward_is_not_just_dropped(fix: Fixer) -> None:
    source = """
        import torch
        from torch import nn
        class Net(nn.Module):
            def forward(self, x):
                with torch.no_grad():
                    y = x * 2
                return y
    """
    result = fix(source)
    assert "y = ops.stop_gradient(x * 2)" in result.document.text
    assert result.report.findings == ()


def test_line_endings_and_encoding_stay(fix: Fixer) -> None:
    source = "import torch\r\n# 注释 😀\r\nx = torch.cat([a, b], dim=1)  # 说明\r\n"
    text = fix(source).document.text
    assert "\n" not in text.replace("\r\n", "")
    assert "# 注释 😀\r\n" in text and "# 说明" in text
    assert "torch" not in text


def test_a_file_that_does_not_parse_stays_as_it_is(fix: Fixer) -> None:
    source = "import torch\ndef f(:\n    torch.cat(x)\n"
    result = fix(source)
    assert result.document.text == source
    assert [f.code for f in result.report.findings] == ["MP901"]


@pytest.mark.parametrize("depth", [50, 3000, 100_000])
def test_deep_nesting_never_ends_the_run(fix: Fixer, depth: int) -> None:
    result = fix("import torch\nx = " + "(" * depth + "1" + ")" * depth + "\n")
    assert {f.code for f in result.report.findings} <= {"MP901", "MP904", "MP108"}
    long_sum = fix("import torch\nx = " + "+".join(["torch.pi"] * depth) + "\n")
    assert long_sum.report is not None
