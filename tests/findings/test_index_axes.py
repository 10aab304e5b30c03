"""Whether an index picks, which makes a copy that a change in place need not share."""

from __future__ import annotations

import pytest

from .conftest import findings

HEADER = "import torch\n\n\ndef f(x: torch.Tensor, tags: torch.LongTensor, y: torch.Tensor):\n"


def shared(body: str) -> bool:
    source = HEADER + "".join(f"    {line}\n" for line in body.split("\n"))
    return any("with it what shares its memory" in one.message.en for one in findings(source))


@pytest.mark.parametrize(
    "body",
    [
        "part = x[tags]\npart += y\nreturn part",
        "part = x[0]\npart += y\nreturn part",
        "length, size = tags.shape\npart = x[tags[0][0]]\npart += y\nreturn part",
        "length, = tags.shape\npart = x[tags[0]]\npart += y\nreturn part",
        "length, *rest = tags.shape\npart = x[tags[0]]\npart += y\nreturn part",
    ],
)
def test_what_may_be_one_number_may_give_a_view(body: str) -> None:
    assert shared(body)


@pytest.mark.parametrize(
    "body",
    [
        "part = x[x > 0]\npart += y\nreturn part",
        "length, size = tags.shape\npart = x[tags[0]]\npart += y\nreturn part",
        "(length,) = tags.size()\npart = x[tags]\npart += y\nreturn part",
        "order = torch.argsort(y)\npart = x[order]\npart *= 2\nreturn part",
    ],
)
def test_what_surely_picks_is_shared_by_nothing(body: str) -> None:
    """pytorch-crf takes the shape of its tags apart, and adds to the scores that it picks."""
    assert not shared(body)
