"""Lists that grow where a loss is computed: MindSpore refuses to differentiate where one is an argument."""

from __future__ import annotations

import pytest

from .conftest import moved

HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
TRAIN = """
def train(net, loader, shown):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(3):
        found = []
        for x, y in loader:
            out = net(x)
            found += [out.mean().item()]
            loss = F.mse_loss(out, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(sum(found))
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("found = []", "found = 0", id="a number"),
        pytest.param("found = []", "found = np.zeros(1)", id="an array"),
        pytest.param("found = []", "found = shown", id="what is not seen"),
        pytest.param("            found += [out.mean().item()]\n            loss", "            loss", id="nothing"),
        pytest.param("+= [out.mean().item()]", "+= more(out)", id="what may be no list"),
    ],
)  # fmt: skip
def test_leaves_alone(before: str, after: str) -> None:
    assert before in TRAIN
    text, _ = moved(HEAD + TRAIN.replace(before, after, 1))
    assert "append" not in text and "extend" not in text


def test_leaves_a_list_alone_that_grows_behind_the_step() -> None:
    lines = TRAIN.splitlines(keepends=True)
    lines.insert(12, lines.pop(7))
    text, left = moved(HEAD + "".join(lines))
    assert left == []
    assert "            found += [out.mean().item()]\n" in text


@pytest.mark.parametrize(
    ("before", "after", "written"),
    [
        ("", "", "found.append(out.mean().item())"),
        ("found = []", "found, n = [], 0", "found.append(out.mean().item())"),
        ("found = []", "found = list()", "found.append(out.mean().item())"),
        ("[out.mean().item()]", "[out.mean().item(), 1.0]", "found.extend([out.mean().item(), 1.0])"),
        ("[out.mean().item()]", "[*out.tolist()]", "found.extend([*out.tolist()])"),
    ],
)  # fmt: skip
def test_the_list_is_no_argument_of_the_function(before: str, after: str, written: str) -> None:
    text, left = moved(HEAD + (TRAIN.replace(before, after, 1) if before else TRAIN))
    assert left == []
    assert "    def forward_fn(x, y):\n" in text
    assert f"        {written}\n" in text


def test_also_where_gradients_are_stopped() -> None:
    stopped = "            with torch.no_grad():\n                found += [(out > 0).float().mean().item()]\n"
    source = TRAIN.replace("            found += [out.mean().item()]\n", stopped)
    text, left = moved(HEAD + source)
    assert left == []
    assert "        found.append((out > 0).float().mean().item())\n" in text
    assert "no_grad" not in text
