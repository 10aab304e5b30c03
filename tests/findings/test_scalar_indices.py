"""Numbers and a tensor without axes as one index, of which MindSpore has no gradient."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.runtime.pool import Job, Pool

from .conftest import fixed

ROOT = Path(__file__).parents[2]
HEAD = "import torch\ndef f(x: torch.Tensor, y: torch.Tensor, n):\n"


def after(line: str) -> str:
    return fixed(f"{HEAD}    {line}\n    return k\n").splitlines()[-2].strip()


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("k = x[0, 1]", id="numbers"),
        pytest.param("k = x[:, y[0]]", id="a slice"),
        pytest.param("k = x[n:, y[0]]", id="a part"),
        pytest.param("k = x[[n], y[0]]", id="a list"),
        pytest.param("k = x[..., y[0]]", id="an ellipsis"),
        pytest.param("k = x[None, y[0]]", id="a new axis"),
        pytest.param("k = x[y > 0, y[0]]", id="a mask"),
        pytest.param("k = x[0, y]", id="a tensor of any axes"),
        pytest.param("k = x[0, y[1:]]", id="a part of one"),
        pytest.param("k = n[0, y[0]]", id="what may be no tensor"),
        pytest.param("k = x; k[0, y[0]] = 1", id="one that is set"),
        pytest.param("k = x[y[0]]", id="one axis"),
        pytest.param("k = n[()]", id="no axis"),
        pytest.param("k = x[0, n]", id="what may have any axes"),
        pytest.param("k = x[0, n - 1]", id="one less"),
        pytest.param("k = x[0, n[1:]]", id="a part of what may be one"),
        pytest.param("m = n[0]; m = n; k = x[0, m]", id="a name of several things"),
    ],
)
def test_leaves_alone(line: str) -> None:
    assert after(line) == line


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("k = x[0, y[0]]", "k = x[0][y[0]]"),
        ("k = x[0, -1, y[n]]", "k = x[0, -1, y[n]]"),
        ("k = x[0, -1,  y[-1]]", "k = x[0, -1][y[-1]]"),
        ("k = [x[i, y[i]] for i in n]", "k = [x[i, y[i]] for i in n]"),
        ("for i in range(3): k = x[i, y[i]]", "for i in range(3): k = x[i][y[i]]"),
        ("best = y.argmax(); k = x[0, best]", "best = ops.argmax(y); k = x[0][best]"),
        ("best = n; best = y.argmax(); k = x[0, best]", "best = n; best = ops.argmax(y); k = x[0, best]"),
        ("k = x[0, torch.argmax(y)]", "k = x[0][ops.argmax(y)]"),
    ],
)  # fmt: skip
def test_one_axis_after_the_other(line: str, written: str) -> None:
    assert after(line) == written


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("k = x[n, y[0]]", "k = x[n, as_index(y[0])]"),
        ("k = x[y[1], y[0]]", "k = x[as_index(y[1]), as_index(y[0])]"),
        ("k = x[y[0], 1]", "k = x[as_index(y[0]), 1]"),
        ("k = x[0, n[0] - 1]", "k = x[0, as_index(n[0] - 1)]"),
        ("k = x[1 + y[0], n[0, 1]]", "k = x[as_index(1 + y[0]), as_index(n[0, 1])]"),
        ("m = n[0]; k = x[0, m - 1]", "m = n[0]; k = x[0, as_index(m - 1)]"),
        (
            "for i in range(3): k = x[y[i + 1], y[i]]",
            "for i in range(3): k = x[as_index(y[i + 1]), as_index(y[i])]",
        ),
    ],
)
def test_tensors_without_axes_as_numbers(line: str, written: str) -> None:
    assert after(line) == written


def test_the_gradient_is_there_only_one_axis_after_the_other() -> None:
    with Pool("mindspore", 1, env={"PYTHONPATH": str(ROOT)}) as pool:
        ended = pool.submit(Job("tests.findings.test_scalar_indices:gradients", {}, timeout=60))
    assert ended.outcome == "ok", ended.error
    expected = [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    assert ended.value == {"written": [expected] * 3, "renamed": "raises"}


def gradients() -> dict[str, object]:
    import mindspore as ms

    x = ms.Tensor([[1.0, 2.0, 5.0], [3.0, 4.0, 0.0]])
    written = []
    for result in ("x[0, x.argmax()]", "x[k[1], k[0]]", "x[k[1:], k[0]].sum()"):
        source = f"import torch\ndef f(x: torch.Tensor, k: torch.Tensor):\n    return {result}\n"
        names: dict[str, object] = {"__name__": __name__}
        exec(fixed(source), names)
        gradient = ms.grad(names["f"])(x, ms.Tensor([2, 0]))  # type: ignore[arg-type]
        written.append(gradient.asnumpy().tolist())
    try:
        ms.grad(lambda x: x[0, x.argmax()])(x).asnumpy()
    except (RuntimeError, ValueError):
        return {"written": written, "renamed": "raises"}
    return {"written": written, "renamed": "computes"}
