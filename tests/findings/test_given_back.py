"""What torch gives back itself, x.float() of a float32 tensor, and is changed by another name."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = "import torch\n\n\ndef f(x: torch.Tensor, index: torch.Tensor):\n"


def told(body: str) -> list[str]:
    source = HEADER + "".join(f"    {line}\n" for line in body.split("\n"))
    found = (one for one in findings(source) if "shares its memory" in one.message.en)
    return [source[one.span.start : one.span.end] for one in found]


@pytest.mark.parametrize(
    "body",
    [
        "y = x.float()\nreturn y * 2, x",
        "y = x.float()\ny[0] = 5\nreturn y",
        "x = x.float()\nx[0] = 5\nreturn x",
        "y = x.detach().clone()\ny[0] = 5\nreturn x, y",
        "y = x.to(torch.float32, copy=True)\ny[0] = 5\nreturn x, y",
        "y = x.float()\ny[0] = 5\nx = y * 2\nreturn x",
        "y = x[index].float()\ny[0] = 5\nreturn x, y",
        "y = x.exp()\ny += 1\nreturn x, y",
    ],
)
def test_leaves_alone_what_has_memory_of_its_own_or_is_not_read(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "y = x.float()\ny[0] = 5\nreturn x, y",
        "y = x.detach()\ny += 1\nreturn x, y",
        "y = x.detach().to('cpu')\ny[0, 1] -= 1\nreturn x + y",
        "y = x[1:].contiguous()\ny[0][1] = 5\nreturn x, y",
    ],
)
def test_what_may_be_the_tensor_itself_is_told(body: str) -> None:
    assert told(body) == ["y"]
