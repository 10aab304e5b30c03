"""Regions of interest past the edges of a feature map: torchvision's compiled kernel does not load
beside torch for the CPU, and its Python version reads the border there; MindSpore's kernel does as
the compiled one."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.runtime.examples import Example, run_example
from mindport.runtime.pool import Pool

HELPER = Path(__file__).resolve().parents[2] / "knowledge/helpers/roi_align.py"
BOXES = "[[0, -3.0, -2.0, 5.0, 12.0], [1, -9.0, 1.0, 2.0, 5.0], [1, 3.0, 3.0, 30.0, 7.0]]"


@pytest.mark.parametrize("samples", [1, 2, 3])
def test_samples_outside_of_the_map_are_zero(
    torch_pool: Pool, mindspore_pool: Pool, samples: int
) -> None:
    source = (
        f"{HELPER.read_text()}\nboxes = ms.Tensor({BOXES})\n"
        f"kernel = ops.ROIAlign(3, 4, 1.0, {samples}, roi_end_mode=0)\n"
        f"(roi_align(x4, boxes, (3, 4), 1.0, {samples}) - kernel(x4, boxes)).abs().max() < 1e-5"
    )
    result = run_example(Example("torch.tensor(True)", source), torch_pool, mindspore_pool)
    assert result.outcome == "equal", result.where or result.reason
