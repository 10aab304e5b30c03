"""Blocks under autocast become decorated functions."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from mindport.runtime.jobs import Job
from mindport.runtime.pool import Pool

from .conftest import findings, fixed

HEAD = "import torch\ndef run(net, x, y, flag, state):\n"
ROOT = Path(__file__).parents[2]


def after(body: str) -> str:
    """The body of the function as the fixes leave it."""
    text = fixed(HEAD + indent(dedent(body), "    "), unsafe=True)
    return dedent(text.partition("state):\n")[2])


@pytest.mark.parametrize(
    "body",
    [
        "with torch.autocast('cuda') as a:\n    z = net(x)\nreturn z\n",
        "with torch.autocast('cuda'), open(x):\n    z = net(x)\nreturn z\n",
        "with torch.autocast('cpu', dtype=torch.bfloat16):\n    z = net(x)\nreturn z\n",
        "with torch.autocast('cuda'):\n    z = yield net(x)\nreturn z\n",
        "with torch.autocast('cuda'):\n    if flag:\n        return net(x)\n    z = y\nreturn z\n",
        "with torch.autocast('cuda'):\n    if flag:\n        z = net(x)\nreturn z\n",
        "for x in y:\n    with torch.autocast('cuda'):\n        z = net(x)\n        continue\n",
        "with torch.autocast('cuda'): z = net(x)\nreturn z\n",
        "context = torch.autocast('cuda')\nwith context:\n    z = net(x)\nreturn z\n",
    ],
    ids=["as", "two", "cpu", "yield", "return", "maybe", "continue", "one line", "a value"],
)
def test_leaves_alone(body: str) -> None:
    found = [f for f in findings(HEAD + indent(body, "    ")) if "autocast" in f.symbol]
    assert [f.severity for f in found] == ["error"]
    assert "def mixed_precision" not in after(body)


PAIRS = [
    pytest.param(
        """
        with torch.autocast("cuda", dtype=torch.float16, enabled=flag):  # half
            z = net(x)
            loss = z.mean()
        # behind
        return loss
        """,
        """
        @autocast("cuda", dtype=ms.float16, enabled=flag)
        def mixed_precision():  # half
            z = net(x)
            loss = z.mean()
            return loss

        loss = mixed_precision()
        # behind
        return loss
        """,
        id="what is read later is given back",
    ),
    pytest.param(
        """
        with torch.cuda.amp.autocast(flag):
            state = net(x, state)
            x = x + 1
        return state, x
        """,
        """
        @autocast(enabled=flag)
        def mixed_precision(state, x):
            state = net(x, state)
            x = x + 1
            return state, x

        state, x = mixed_precision(state, x)
        return state, x
        """,
        id="what is read before it is bound is handed in",
    ),
    pytest.param(
        """
        with torch.cuda.amp.autocast():
            if flag:
                return net(x)
            else:
                return net(y)
        """,
        """
        @autocast()
        def mixed_precision():
            if flag:
                return net(x)
            else:
                return net(y)

        return mixed_precision()
        """,
        id="the result of the function",
    ),
    pytest.param(
        """
        with torch.no_grad(), torch.cuda.amp.autocast():
            print(net(x))
        """,
        """
        @autocast()
        def mixed_precision():
            print(net(x))

        mixed_precision()
        """,
        id="without gradients",
    ),
]


@pytest.mark.parametrize(("body", "expected"), PAIRS)
def test_becomes_a_function(body: str, expected: str) -> None:
    assert after(body).strip("\n") == dedent(expected).strip("\n")


def test_the_decorator_changes_the_precision_where_there_is_an_accelerator() -> None:
    with Pool("mindspore", 1, env={"PYTHONPATH": str(ROOT)}) as pool:
        ended = pool.submit(Job("tests.findings.test_autocasts:half_precision", {}, timeout=60))
    assert ended.outcome == "ok", ended.error
    assert ended.value["cpu"] == "Float32"
    assert ended.value["accelerator"] == "Float16"
    assert ended.value["off"] == "Float32"
    assert ended.value["error"] < 2e-3


def half_precision() -> dict[str, object]:
    """A product on the CPU, and as if this were no CPU, with the error of its gradient."""
    import mindspore as ms
    import numpy as np

    source = fixed(
        HEAD + "    with torch.autocast('cuda', enabled=flag):\n        z = net(x)\n    return z\n",
        unsafe=True,
    )
    names: dict[str, object] = {}
    exec(source, names)
    rng = np.random.default_rng(0)
    x, w = (ms.Tensor(rng.random(size).astype(np.float32)) for size in ((3, 4), (4, 2)))

    def product(flag: bool = True) -> ms.Tensor:
        return names["run"](lambda a: ms.ops.matmul(a, w), x, None, flag, None)  # type: ignore[operator]

    cpu = str(product().dtype)
    exact = ms.grad(lambda v: (ms.ops.matmul(v, w) ** 2).sum())(x)
    known = ms.get_context
    ms.get_context = lambda key: "Ascend" if key == "device_target" else known(key)
    half, off = str(product().dtype), str(product(False).dtype)
    run = names["run"]
    rough = ms.grad(
        lambda v: (run(lambda a: ms.ops.matmul(a, w), v, None, True, None).float() ** 2).sum()  # type: ignore[operator]
    )(x)
    error = float((rough - exact).abs().max() / exact.abs().max())
    return {"cpu": cpu, "accelerator": half, "off": off, "error": error}
