"""``no_grad`` and its like: blocks lose their header, functions their decorator."""

from __future__ import annotations

from textwrap import dedent

import pytest

from .conftest import findings, fixed


@pytest.mark.parametrize(
    "source",
    [
        "from contextlib import nullcontext\nwith nullcontext():\n    pass\n",
        "def no_grad():\n    pass\nwith no_grad():\n    pass\n",
        "import tensorflow as torch\nwith torch.no_grad():\n    pass\n",
    ],
)
def test_leaves_alone(source: str) -> None:
    assert findings(source) == []
    assert fixed(source) == source


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("guard = torch.no_grad()\nwith guard:\n    pass\n", id="held by a name"),
        pytest.param("with torch.no_grad() as g:\n    print(g)\n", id="named"),
        pytest.param("with torch.no_grad() if x else y:\n    pass\n", id="chosen"),
        pytest.param("f(torch.no_grad())\n", id="passed on"),
        pytest.param("f = torch.no_grad()(f)\n", id="wraps by hand"),
        pytest.param("stack.enter_context(torch.no_grad())\n", id="entered by a stack"),
    ],
)
def test_stays_marked_without_a_fix(source: str) -> None:
    source = f"import torch\n{source}"
    (finding,) = findings(source)
    assert (finding.code, finding.severity, finding.fix) == ("MP305", "error", None)
    assert fixed(source) == source


PAIRS = [
    pytest.param(
        """
        with torch.no_grad():
            y = net(x)
        z = y
        """,
        """
        y = net(x)
        z = y
        """,
        id="block",
    ),
    pytest.param(
        """
        with torch.inference_mode(): y = net(x); z = y
        """,
        """
        y = net(x); z = y
        """,
        id="on one line",
    ),
    pytest.param(
        """
        def reset(net, x):
            with torch.set_grad_enabled(mode == 'train'):  # only then

                # first
                y = net(x)

            # behind
            return y
        """,
        """
        def reset(net, x):
            # only then

            # first
            y = net(x)

            # behind
            return y
        """,
        id="comments and empty lines",
    ),
    pytest.param(
        """
        with torch.no_grad(), open(path) as file:
            read(file)
        """,
        """
        with open(path) as file:
            read(file)
        """,
        id="first of two",
    ),
    pytest.param(
        """
        with open(path) as file, torch.no_grad():
            read(file)
        """,
        """
        with open(path) as file:
            read(file)
        """,
        id="last of two",
    ),
    pytest.param(
        """
        with a() as b, torch.no_grad(), c() as (d, e):
            read(b)
        """,
        """
        with a() as b, c() as (d, e):
            read(b)
        """,
        id="one of three",
    ),
    pytest.param(
        """
        with torch.no_grad(), torch.autograd.enable_grad():
            y = net(x)
        """,
        """
        y = net(x)
        """,
        id="both of two",
    ),
    pytest.param(
        """
        with (
            torch.no_grad(),
            open(path) as file,
        ):
            read(file)
        """,
        """
        with (
            open(path) as file,
        ):
            read(file)
        """,
        id="in parentheses",
    ),
    pytest.param(
        """
        with torch.no_grad():
            with torch.enable_grad():
                text = '''
            as it is
                '''
                other = f'''
          {text} as it is
          '''
                y = f(
                    text,
                )
        """,
        """
        text = '''
            as it is
                '''
        other = f'''
          {text} as it is
          '''
        y = f(
            text,
        )
        """,
        id="nested, with strings of several lines",
    ),
    pytest.param(
        """
        with torch.no_grad():
            @decorated
            class A:
                pass
        """,
        """
        @decorated
        class A:
            pass
        """,
        id="a decorated class inside",
    ),
    pytest.param(
        """
        @torch.no_grad()
        @other
        def reset(x):
            return x
        """,
        """
        @other
        def reset(x):
            return x
        """,
        id="decorator",
    ),
    pytest.param(
        """
        class A:
            @property
            @torch.no_grad  # why
            async def reset(self):
                return self
        """,
        """
        class A:
            @property
            # why
            async def reset(self):
                return self
        """,
        id="decorator without a call, with a comment",
    ),
    pytest.param(
        """
        torch.set_grad_enabled(False)
        x = 1
        """,
        """
        x = 1
        """,
        id="statement",
    ),
    pytest.param(
        """
        if train:
            torch.set_grad_enabled(True)
        else: torch.set_grad_enabled(False)
        """,
        """
        if train:
            pass
        else: pass
        """,
        id="the only statement of its block",
    ),
    pytest.param(
        """
        def reset():
            with torch.no_grad():
                torch.set_grad_enabled(True)
        """,
        """
        def reset():
            pass
        """,
        id="nothing left in the block",
    ),
    pytest.param(
        """
        try:
            x = 1
        finally:
            torch.set_grad_enabled(True)
            torch.set_grad_enabled(False)
        """,
        """
        try:
            x = 1
        finally:
            pass
        """,
        id="all statements of a block",
    ),
    pytest.param(
        """
        if x: torch.set_grad_enabled(True); torch.set_grad_enabled(False)
        """,
        """
        if x: pass
        """,
        id="all statements of a line",
    ),
    pytest.param(
        """
        def reset():
        \twith torch.no_grad():
        \t\tx = 1
        \t\treturn x
        """,
        """
        def reset():
        \tx = 1
        \treturn x
        """,
        id="tabs",
    ),
    pytest.param(
        """
        def reset():
            with torch.no_grad():
              x = f(1,
          2)
              return x
        """,
        """
        def reset():
            x = f(1,
        2)
            return x
        """,
        id="a continuation left of the block",
    ),
]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_goes_away(before: str, after: str) -> None:
    assert fixed("import torch\n" + dedent(before)) == dedent(after)


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_endings_stay(newline: str) -> None:
    source = (
        "import torch\ndef reset(x):\n    with torch.no_grad():\n        # 注\n        return x\n"
    )
    after = "def reset(x):\n    # 注\n    return x\n"
    assert fixed(source.replace("\n", newline)) == after.replace("\n", newline)


MODULE = "import torch\nfrom torch import nn\nclass Net(nn.Module):\n"
INSIDE = [
    pytest.param(
        "    def forward(self, x):\n        with torch.no_grad():\n            return x\n",
        id="block",
    ),
    pytest.param(
        "    def forward(self, x):\n        torch.set_grad_enabled(False)\n        return x\n",
        id="statement",
    ),
    pytest.param(
        "    @torch.no_grad()\n    def forward(self, x):\n        return x\n",
        id="decorator",
    ),
    pytest.param(
        "    def forward(self, x):\n        return self.part(x)\n"
        "    def part(self, x):\n        with torch.no_grad():\n            return x\n",
        id="a method that forward calls",
    ),
]


@pytest.mark.parametrize("body", INSIDE)
def test_in_a_forward_it_may_have_stopped_gradients(body: str) -> None:
    (finding,) = [f for f in findings(MODULE + body) if f.code == "MP305"]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert "stop_gradient" in finding.message.en and "stop_gradient" in finding.message.zh


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("for p in net.parameters():\n    p.requires_grad = False\n", id="parameters"),
        pytest.param(
            "for n, p in net.named_parameters():\n    print(p.requires_grad)\n", id="names"
        ),
        pytest.param("p = nn.Parameter(torch.ones(2))\nprint(p.requires_grad)\n", id="a parameter"),
        pytest.param("print(net.weight.requires_grad)\n", id="what a layer holds"),
    ],
)
def test_a_parameter_has_requires_grad(source: str) -> None:
    found = findings("import torch\nfrom torch import nn\nnet = nn.Linear(2, 3)\n" + source)
    assert not [f for f in found if f.symbol == "torch.Tensor.requires_grad"]


@pytest.mark.parametrize(
    "source",
    [
        "import torch\ndef f(x: torch.Tensor):\n    return x.requires_grad\n",
        "import torch\nprint(torch.ones(2).requires_grad)\n",
        "from mindspore import nn\nclass Net(nn.Cell):\n    def construct(self, x):\n"
        "        return x if x.requires_grad else -x\n",
    ],
)
def test_a_plain_tensor_has_no_requires_grad(source: str) -> None:
    (finding,) = [f for f in findings(source) if f.symbol == "torch.Tensor.requires_grad"]
    assert finding.code == "MP306"
    assert finding.fix is None
