"""``no_grad`` and its like: blocks lose their header, functions their decorator."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mindport.config import Config
from mindport.target import Target

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
        pytest.param("f = torch.set_grad_enabled(False)(f)\n", id="wraps by hand"),
        pytest.param("f = (torch.no_grad if x else y)()(f)\n", id="wraps by what is chosen"),
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
        while train:
            torch.set_grad_enabled(True)
        else: torch.set_grad_enabled(False)
        """,
        """
        while train:
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
        if x(): torch.set_grad_enabled(True); torch.set_grad_enabled(False)
        """,
        """
        if x(): pass
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


def test_a_statement_in_a_forward_may_have_stopped_gradients() -> None:
    body = (
        "    def forward(self, x):\n        torch.set_grad_enabled(False)\n        return x * 2\n"
    )
    (finding,) = [f for f in findings(MODULE + body) if f.code == "MP305"]
    assert finding.severity == "error" and finding.fix is None
    assert "stop_gradient" in finding.message.en and "stop_gradient" in finding.message.zh


STOPPED = [
    pytest.param(
        """
    def forward(self, x):
        with torch.no_grad():
            a = x * 2
            b = a + 1
        return x * b
""",
        """
    def construct(self, x):
        a = x * 2
        b = ops.stop_gradient(a + 1)
        return x * b
""",
        id="what something behind the block reads",
    ),
    pytest.param(
        """
    @torch.no_grad()
    def forward(self, x):
        if x.ndim > 1:
            return x * 2, x.shape
        return x
""",
        """
    def construct(self, x):
        if x.ndim > 1:
            return ops.stop_gradient(x * 2), x.shape
        return x
""",
        id="what is returned, but for what came in",
    ),
    pytest.param(
        """
    @torch.inference_mode()
    def forward(self, x):
        self.last = x.mean()
        self.count = x.ndim
        return x / self.last, 1
""",
        """
    def construct(self, x):
        self.last = ops.stop_gradient(x.mean())
        self.count = x.ndim
        return ops.stop_gradient((x / self.last, 1))
""",
        id="what is kept",
    ),
    pytest.param(
        """
    def forward(self, x):
        return x / self.scale(x)

    def scale(self, x):
        with torch.no_grad():
            return x.mean()
""",
        """
    def construct(self, x):
        return x / self.scale(x)

    def scale(self, x):
        return ops.stop_gradient(x.mean())
""",
        id="what a method gives that forward calls",
    ),
    pytest.param(
        """
    def forward(self, x):
        with torch.no_grad():
            y = self.norm(
                x,
            )
            y += x
        return y, x
""",
        """
    def construct(self, x):
        y = ops.stop_gradient(self.norm(
            x,
        ))
        y += ops.stop_gradient(x)
        return y, x
""",
        id="what is added",
    ),
    pytest.param(
        """
    def forward(self, x):
        return self.both(x)

    @torch.no_grad()
    def both(self, x):
        return (x * 2).exp(), x + (1)
""",
        """
    def construct(self, x):
        return self.both(x)

    def both(self, x):
        return ops.stop_gradient(((x * 2).exp(), x + (1)))
""",
        id="a tuple that begins and ends with parentheses",
    ),
]
NORM = """
    def __init__(self):
        super().__init__()
        self.norm = nn.ReLU()
"""


@pytest.mark.parametrize(("before", "after"), STOPPED)
def test_in_a_network_what_it_gives_is_cut_from_the_graph(before: str, after: str) -> None:
    assert fixed(MODULE + NORM + before).endswith(after)


NOT_SEEN = [
    pytest.param("        x.mul_(2)\n        return x\n", id="an argument is changed"),
    pytest.param("        x += 1\n        return x\n", id="an argument is added to"),
    pytest.param("        yield x * 2\n", id="a generator"),
    pytest.param("        torch.add(x, x, out=x)\n        return x\n", id="out="),
    pytest.param("        return unknown(x)\n", id="what an unknown function gives"),
    pytest.param("        y = x\n        return y.float()\n", id="maybe the argument itself"),
    pytest.param(
        "        if flag:\n            x = x * 2\n        return x\n", id="only sometimes another"
    ),
]


@pytest.mark.parametrize("body", NOT_SEEN)
def test_what_cannot_be_seen_to_be_cut_is_not_safe_in_graph_mode(body: str) -> None:
    source = f"{MODULE}    @torch.no_grad()\n    def part(self, x):\n{body}"
    graph = Config(target=Target(mode="GRAPH"))
    (finding,) = [f for f in findings(source, graph) if f.code == "MP305"]
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert finding.fix.caution is not None


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


@pytest.mark.parametrize(
    "wrapper",
    ["torch.no_grad()", "(torch.inference_mode if new else torch.no_grad)()"],
)
def test_a_function_that_is_wrapped_is_itself_or_wrapped_by_the_helper(wrapper: str) -> None:
    source = f"import torch\n\n\ndef decorate(fn):\n    return {wrapper}(fn)\n"
    assert "no_grad" in fixed(source)
    after = "fn" if "if" in wrapper else "no_grad()(fn)"
    assert fixed(source, unsafe=True).endswith(f"def decorate(fn):\n    return {after}\n")


REACHED = """
    def forward(self, x, y):
        z, n = self.part(x, y)
        return (x - z).sum() / n
"""


def test_what_a_forward_calls_is_cut_and_numbers_are_not() -> None:
    """As YOLOX assigns its targets: in-place methods and ``del`` of the method's own names."""
    text = fixed(
        f"{MODULE}{REACHED}\n    @torch.no_grad()\n    def part(self, x, y):\n"
        "        z = x[y > 0].float()\n        w = (z * 2).sqrt() + z.sigmoid_()\n"
        "        n = w.sum().item()\n        del z\n        return w * 2, n\n",
        unsafe=True,
    )
    assert text.endswith("        return ops.stop_gradient(w * 2), n\n")
    assert "torch" not in text


def test_what_is_put_into_another_shape_of_a_tensor_is_cut() -> None:
    """As distributional DQNs project their atoms."""
    source = (
        f"{MODULE}{REACHED}\n    @torch.no_grad()\n    def part(self, x, y):\n"
        "        kept = torch.zeros(2, 3)\n        kept.view(-1).add_(x.exp())\n        return kept\n"
    )
    text = fixed(source, unsafe=True)
    assert "kept.copy_(kept.view(-1).add(ops.stop_gradient(x.exp())).view(kept.shape))" in text
    assert "no_grad" not in text


def test_what_a_list_is_given_is_cut() -> None:
    """As Transformer-XL keeps its memories."""
    text = fixed(
        f"{MODULE}{REACHED}\n    @torch.no_grad()\n    def part(self, x, y):\n"
        "        kept = []\n        for one in (x * 2, y):\n"
        "            kept.append(one.exp())\n        return kept\n",
        unsafe=True,
    )
    assert "            kept.append(ops.stop_gradient(one.exp()))\n" in text
    assert "no_grad" not in text


@pytest.mark.parametrize("body", ["        self.items.extend(x)\n        return x, 1\n"])
def test_what_a_forward_calls_and_cannot_be_cut_has_its_gradients_turned_off(body: str) -> None:
    source = f"{MODULE}{REACHED}\n    @torch.no_grad()\n    def part(self, x, y):\n{body}"
    (finding,) = [f for f in findings(source, Config(target=Target(mode="GRAPH")))
                  if f.code == "MP305"]  # fmt: skip
    assert finding.fix is None and finding.severity == "error"
    assert "    @no_grad()\n    def part(self, x, y):\n" in fixed(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.var(0)", "ops.stop_gradient(x.var(axis=0, ddof=1))"),
        ("x.clone()", "ops.stop_gradient(x.copy())"),
        ("x.size(0) * x", "ops.stop_gradient(x.shape[0] * x)"),
    ],
)
def test_what_is_cut_is_rewritten_too(before: str, after: str) -> None:
    source = f"""import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        with torch.no_grad():
            y = {before}
        return x + y
"""
    assert f"        y = {after}\n" in fixed(source)


@pytest.mark.parametrize("decorator", ["@torch.no_grad()\n    ", ""], ids=["its own", "none"])
def test_a_block_that_calls_a_method_with_no_gradients_of_its_own(decorator: str) -> None:
    source = f"""{MODULE}    {decorator}def update(self):
        self.mean.mul_(0.9)

    def forward(self, x):
        with torch.no_grad():
            self.update()
            key = self.encode(x)
        return x * key
"""
    text = fixed(source, unsafe=True)
    off = "        with no_grad():\n            self.update()\n            key = self.encode(x)\n"
    assert off in text


def test_what_is_changed_by_an_item_takes_in_what_is_cut() -> None:
    source = f"""{MODULE}    def forward(self, x):
        with torch.no_grad():
            kept = dict(self.named_buffers())
            for name in kept:
                kept[name].sub_(0.1 * (kept[name] - x))
        return x
"""
    assert "with torch.no_grad()" not in fixed(source, unsafe=True)


def test_a_part_that_has_items_set_is_left_a_part() -> None:
    """stop_gradient around it would cut it off from its whole."""
    source = (
        "import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.fc = nn.Linear(4, 4)\n\n    def forward(self, x):\n"
        "        with torch.no_grad():\n            h = self.fc(x)\n            row = h[0]\n"
        "            row[0] = 5.0\n            other = h[1]\n        return self.fc(h) + row + other\n"
    )
    text = fixed(source, unsafe=True)
    assert "h = ops.stop_gradient(self.fc(x))\n        row = h[0]\n        row[0] = 5.0\n" in text
    assert "other = ops.stop_gradient(h[1])" in text
