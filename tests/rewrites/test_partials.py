"""What ``partial`` gives a function of torch is written for the function that takes its place."""

from __future__ import annotations

import pytest

from tests.findings.conftest import findings, fixed

HEADER = "from functools import partial\nimport torch\n\n"


@pytest.mark.parametrize(
    "made",
    [
        pytest.param("partial(mint.cat, dim=-1)", id="a parameter that both have"),
        pytest.param("partial(ops.arange, 0)", id="by place"),
        pytest.param("partial(mint.sum, dim=axes)", id="a parameter of one overload"),
        pytest.param("partial(mint.mean, dim=-1, keepdim=True)", id="two of one overload"),
        pytest.param("partial(ops.relu)", id="nothing"),
        pytest.param("partial(ops.arange, **options)", id="a dict of them"),
    ],
)
def test_what_both_take_is_left_alone(made: str) -> None:
    before = made.replace("mint.", "torch.").replace("ops.", "torch.")
    assert made in fixed(f"{HEADER}f = {before}\n", unsafe=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("partial(torch.arange, device=device)", "partial(ops.arange)"),
        (
            "partial(torch.arange, 0, device=x.device, dtype=torch.long)",
            "partial(ops.arange, 0, dtype=ms.int64)",
        ),
        ("partial(torch.arange, requires_grad=False)", "partial(ops.arange)"),
        (
            "partial(torch.zeros_like, memory_format=torch.preserve_format)",
            "partial(ops.zeros_like)",
        ),
    ],
)
def test_what_only_places_a_tensor_goes(before: str, after: str) -> None:
    assert after in fixed(f"{HEADER}f = {before}\n", unsafe=True)


def test_a_tuple_with_names_is_told() -> None:
    [finding] = findings(f"{HEADER}f = partial(torch.max, dim=1)\n")
    assert (finding.code, finding.fix) == ("MP102", None)
    assert "read by its names (values, indices)" in finding.message.en


def test_what_there_is_nothing_for_is_told() -> None:
    [finding] = findings(f"{HEADER}f = partial(torch.eye, out=held)\n")
    assert (finding.code, finding.fix) == ("MP102", None)
    assert "nothing for the argument 'out'" in finding.message.en
