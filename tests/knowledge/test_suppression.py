"""The helpers for non-maximum suppression, whose torchvision operator no example can run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

HELPERS = Path(__file__).resolve().parents[2] / "knowledge/helpers"
RUN = """
import json, sys
source, name, arguments = json.load(sys.stdin)
space = {}
exec(source, space)
tensors = [space["ms"].Tensor(a[0], getattr(space["ms"], a[1])) for a in arguments[:-1]]
result = space[name](*tensors, arguments[-1])
print(json.dumps([result.asnumpy().tolist(), str(result.dtype)]))
"""


def run(name: str, *arguments: object) -> tuple[list[int], str]:
    source = (HELPERS / f"{name}.py").read_text(encoding="utf-8")
    given = json.dumps([source, name, arguments])
    made = subprocess.run(
        [sys.executable, "-c", RUN], input=given, text=True, capture_output=True, check=True
    )
    kept, dtype = json.loads(made.stdout.splitlines()[-1])
    return kept, dtype


def iou(first: list[float], second: list[float]) -> float:
    """Of two boxes, with plain numbers."""
    width = max(0.0, min(first[2], second[2]) - max(first[0], second[0]))
    height = max(0.0, min(first[3], second[3]) - max(first[1], second[1]))
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (first, second)]
    return width * height / (sum(areas) - width * height)


def searched(
    boxes: list[list[float]], scores: list[float], groups: list[int], limit: float
) -> list[int]:
    """What stays, by looking at every pair: the definition."""
    kept: list[int] = []
    for index in sorted(range(len(boxes)), key=lambda i: -scores[i]):
        rivals = [other for other in kept if groups[other] == groups[index]]
        if all(iou(boxes[index], boxes[other]) <= limit for other in rivals):
            kept.append(index)
    return kept


@pytest.mark.parametrize("limit", [0.1, 0.5, 0.7])
def test_keeps_the_best_of_those_that_overlap(limit: float) -> None:
    random = np.random.default_rng(3)
    corners = random.uniform(0, 6, (90, 2))
    boxes = np.concatenate([corners, corners + random.uniform(1, 4, (90, 2))], 1).tolist()
    scores = random.permutation(90).astype(float).tolist()
    groups = random.integers(0, 3, 90).tolist()
    expected = searched(boxes, scores, [0] * 90, limit)
    assert len(expected) < 90
    assert run("nms", (boxes, "float32"), (scores, "float32"), limit) == (expected, "Int64")
    found = run("batched_nms", (boxes, "float32"), (scores, "float32"), (groups, "int64"), limit)
    assert found == (searched(boxes, scores, groups, limit), "Int64")


def test_of_equal_scores_the_first_comes_first() -> None:
    boxes = [[0, 0, 2, 2], [5, 5, 6, 6], [0, 0, 2, 2]]
    found = run("nms", (boxes, "float32"), ([1, 1, 1], "float32"), 0.5)
    assert found == ([0, 1], "Int64")
