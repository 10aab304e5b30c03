"""Gradients of torch's own samples: torch's, and what a migrated sample has in MindSpore."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.runtime.pool import Pool
from mindport.runtime.samples import Progress, Sample, Seen, collect, find_groups, run_gradients

FLOATS = {"dtypes": ("float32",), "most": (3, 0)}


def samples_of(symbol: str, torch_pool: Pool, folder: Path) -> list[Sample]:
    groups = find_groups(torch_pool, str, lambda name: name == symbol)
    return collect(groups, torch_pool, folder, Progress(), FLOATS)


def differentiated(symbol: str, text: str, pools: tuple[Pool, Pool], folder: Path) -> list[Seen]:
    """The samples of a symbol with the same MindSpore code in place of each."""
    samples = samples_of(symbol, pools[0], folder)
    assert samples
    code = f"import mindspore as ms\nfrom mindspore import mint, ops\n{text}"
    return run_gradients(samples, [code] * len(samples), pools, Progress())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("mint.exp(x)", "equal"),
        ("mint.exp(ops.stop_gradient(x))", "wrong"),
        ("ms.tensor(mint.exp(x).asnumpy())", "wrong"),
        ("raise ValueError('no kernel')", "raises"),
    ],
)
def test_the_gradient_of_a_function(
    text: str, kind: str, torch_pool: Pool, mindspore_pool: Pool, tmp_path: Path
) -> None:
    found = differentiated("torch.exp", text, (torch_pool, mindspore_pool), tmp_path)
    filled = [seen.kind for seen in found if "empty" not in seen.sample.traits]
    assert set(filled) == {kind}


def test_a_value_without_a_gradient_is_left_out(
    torch_pool: Pool, mindspore_pool: Pool, tmp_path: Path
) -> None:
    assert differentiated("torch.isnan", "1", (torch_pool, mindspore_pool), tmp_path) == []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("m = mint.nn.PReLU()\nm(x)", {"equal"}),
        (
            "m = mint.nn.PReLU()\nmint.nn.functional.prelu(x, ops.stop_gradient(m.weight))",
            {"wrong", "equal"},  # of one positive number alone the weight's gradient is 0
        ),
    ],
)
def test_the_gradient_of_a_layers_parameters(
    text: str, kinds: set[str], torch_pool: Pool, mindspore_pool: Pool, tmp_path: Path
) -> None:
    found = differentiated("torch.nn.PReLU", text, (torch_pool, mindspore_pool), tmp_path)
    plain = [seen for seen in found if seen.sample.source.startswith("m = nn.PReLU()\n")]
    assert {seen.kind for seen in plain} == kinds
