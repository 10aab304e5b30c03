"""What is set in a view is lost in MindSpore where the function is differentiated."""

from __future__ import annotations

import pytest

from mindport.report import Finding

from .conftest import findings, fixed

HEAD = (
    "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n"
    "    def {}(self, x: torch.Tensor, y):\n        {}\n        return x + y\n"
)


def told(source: str) -> list[Finding]:
    return [f for f in findings(source) if f.code == "MP215"]


@pytest.mark.parametrize(
    ("method", "lines"),
    [
        ("forward", "x[0][1:] = 0"),
        ("forward", "x[1:] = y.view(-1)[1:]"),
        ("forward", "y.numpy().T[0] = 1"),
        ("run", "y.reshape(-1)[0] = 1"),
        ("forward", "x = x.view(-1)\n        x[0] = 1"),
        ("forward", "v = x.t()\n        v[0] = 1\n        x = v * 2"),
        ("forward", "v = x.t()\n        v[0] = 1\n        x[:] = v.t()"),
        ("forward", "v = x.t() * 2\n        v[0] = 1"),
        ("reset_parameters", "x.view(-1)[0] = 1"),
    ],
)
def test_leaves_alone(method: str, lines: str) -> None:
    assert told(HEAD.format(method, lines)) == []


def test_a_name_whose_tensor_is_read_afterwards_is_told() -> None:
    source = HEAD.format("forward", "v = x.t()\n        v[0] = 1")
    assert [(f.severity, f.fix) for f in told(source)] == [("error", None)]


def test_another_value_of_a_diagonal_is_told() -> None:
    source = HEAD.format("forward", "x.diagonal()[1:] = y")
    assert [(f.severity, f.fix) for f in told(source)] == [("error", None)]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        (
            "x.view(-1)[0] = 1",
            ["shown = x.view(-1)", "shown[0] = 1", "x[:] = shown.view_as(x)"],
        ),
        (
            "x.transpose(0, 1)[y] *= 2",
            ["shown = x.transpose(0, 1)", "shown[y] *= 2", "x[:] = shown.transpose(0, 1)"],
        ),
        ("x.T[0, 1:] = y", ["shown = x.T", "shown[0, 1:] = y", "x[:] = shown.T"]),
        ("x.diagonal()[:] = 0", ["x.copy_(fill_diagonal(x.copy(), 0))"]),
    ],
)
def test_it_is_written_back(line: str, after: list[str]) -> None:
    text = fixed(HEAD.format("forward", line), unsafe=True)
    assert "".join(f"        {one}\n" for one in after) in text
    assert fixed(text, unsafe=True) == text


def test_the_gradient_is_that_of_what_was_set() -> None:
    """Of torch: 0 and 3 at the places that are set to constants, here as computed by hand."""
    import mindspore as ms

    source = (
        "import torch\n\n\ndef f(x: torch.Tensor):\n    y = x * 3\n    y.view(-1)[1] = 9\n"
        "    y.t()[0, 1] = 4\n    y.diagonal(1)[:] = 8\n    return (y * y).sum(), y\n"
    )
    names: dict[str, object] = {}
    exec(compile(fixed(source, unsafe=True), "f.py", "exec"), names)
    given = ms.tensor([[1.0, 2.0, 1.0], [3.0, 1.0, 2.0], [1.0, 1.0, 1.0]])
    (_, y), gradient = ms.value_and_grad(names["f"], has_aux=True)(given)
    assert y.asnumpy().tolist() == [[3, 8, 3], [4, 3, 8], [3, 3, 3]]
    assert gradient.asnumpy().tolist() == [[18, 0, 18], [0, 18, 0], [18, 18, 18]]


def test_an_axis_more_is_a_view_as_well() -> None:
    lines = fixed(HEAD.format("forward", "x[None][0, 1] = 0"), unsafe=True)
    assert (
        "        shown = x[None]\n        shown[0, 1] = 0\n        x[:] = shown.view_as(x)\n"
        in lines
    )
    assert told(HEAD.format("forward", "x[None, 0][0] = 0"))[0].fix is None


LOOP = (
    "import torch\nfrom torch import nn\nnet = nn.Linear(2, 2)\nx = torch.ones(2, 2)\n{}"
    "for step in range(3):\n    h = net(x)\n{}    loss = h.sum()\n    loss.backward()\n"
)


def test_what_a_loop_that_trains_sets_in_a_view_is_told() -> None:
    """The loop's statements become a function that is differentiated."""
    assert told(LOOP.format("x.view(-1)[0] = 1\n", "")) == []
    assert len(told(LOOP.format("", "    h.view(-1)[0] = 1\n"))) == 1


def test_functions_of_torch_give_views_as_well() -> None:
    for view in ("torch.flatten(x)", "torch.transpose(x, 0, 1)"):
        (finding,) = told(HEAD.format("forward", f"{view}[0] = 0"))
        assert finding.severity == "error"
    assert told(HEAD.format("forward", "torch.exp(x)[0] = 0")) == []


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ("t = self.q.t()\n        t[0] = 1", 1),
        ("t = self.q.t()\n        t[0] = 1\n        self.q = t.t()", 0),
        ("t = self.q.t()\n        t[0] = 1\n        self.q[:] = t.t()", 0),
        ("t = self.q.t().clone()\n        t[0] = 1", 0),
        ("t = self.q.squeeze()\n        t[0].add_(1)", 1),
        ("t = self.q.squeeze() * 2\n        t[0].add_(1)", 0),
        ("t = self.q.detach()\n        t[0] = 1", 1),
        ("t = x.detach()\n        t[0] = 1", 1),
        ("t = x.detach().clone()\n        t[0] = 1", 0),
    ],
)
def test_what_the_object_holds_and_what_is_detached(lines: str, count: int) -> None:
    buffer = "    def __init__(self):\n        super().__init__()\n        self.register_buffer('q', torch.ones(2, 2))\n\n"
    source = HEAD.format("forward", lines).replace("    def ", f"{buffer}    def ", 1)
    assert [f.severity for f in told(source) if f.fix is None] == ["error"] * count
