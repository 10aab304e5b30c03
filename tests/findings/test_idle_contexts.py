"""``with torch.autograd.detect_anomaly():`` and others that do nothing in MindSpore: the block stays."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEADER = "import torch\nimport torch.nn.functional as F\nfrom torch.profiler import record_function\n\n\n"


def test_a_context_with_a_name_keeps_its_block() -> None:
    text = fixed(
        f"{HEADER}with record_function('a') as region:\n    y = torch.ones((2,))\n", unsafe=True
    )
    assert "with contextlib.nullcontext() as region:\n    y = mint.ones((2,))\n" in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "with torch.autograd.detect_anomaly():\n    # kept\n    y = torch.ones((2,))\n\n    print(y)\n",
            "# kept\ny = mint.ones((2,))\n\nprint(y)\n",
            id="alone, with a comment",
        ),
        pytest.param(
            "with torch.autograd.set_detect_anomaly(True), open(path) as file:\n    y = torch.ones((2,))\n",
            "with open(path) as file:\n    y = mint.ones((2,))\n",
            id="beside another",
        ),
        pytest.param(
            "with record_function('a'): y = torch.ones((2,))\n",
            "y = mint.ones((2,))\n",
            id="on one line",
        ),
        pytest.param(
            'with record_function("a"):\n    y = """\n    text\n    """\n    print(torch.ones((2,)))\n',
            'y = """\n    text\n    """\nprint(mint.ones((2,)))\n',
            id="around a text of several lines",
        ),
    ],
)
def test_the_block_stands_by_itself(before: str, after: str) -> None:
    assert fixed(HEADER + before, unsafe=True).endswith(f"\n{after}")


def test_a_step_in_it_comes_together_with_its_forward_pass() -> None:
    loop = """\
def train(net, data, optimizer):
    for x, y in data:
        out = net(x)
        with torch.autograd.set_detect_anomaly(True):
            loss = F.mse_loss(out, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
"""
    after = """\
    for x, y in data:
        loss, grads = grad_fn(x, y)
        optimizer(grads)
"""
    text = fixed(HEADER + loop, unsafe=True)
    assert text.endswith(after)
    assert "nullcontext" not in text and "todo" not in text
