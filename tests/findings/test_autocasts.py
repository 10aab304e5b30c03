"""Blocks under autocast become decorated functions."""

from __future__ import annotations

import re
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
        "with (\n    torch.autocast('cuda'),\n    open(x),\n):\n    z = net(x)\nreturn z\n",
        "with torch.autocast('cpu', dtype=torch.bfloat16):\n    z = net(x)\nreturn z\n",
        "with torch.autocast('cuda'):\n    z = yield net(x)\nreturn z\n",
        "y = y + 1\nwith torch.autocast('cuda'):\n    if flag:\n        return net(x)\n    z = y\nreturn z\n",
        "y = y + 1\nwith torch.autocast('cuda'):\n    if flag:\n        z = net(x)\nreturn z\n",
        "for x in y:\n    with torch.autocast('cuda'):\n        z = net(x)\n        continue\n",
        "with torch.autocast('cuda'): z = net(x)\nreturn z\n",
        "context = torch.autocast('cpu', dtype=torch.bfloat16)\nwith context:\n    z = net(x)\nreturn z\n",
        "with flag if flag else torch.autocast('cuda'):\n    z = net(x)\nreturn z\n",
    ],
    ids=[
        "as",
        "two in brackets",
        "cpu",
        "yield",
        "return",
        "maybe",
        "continue",
        "one line",
        "a value on the CPU",
        "a choice",
    ],
)
def test_leaves_alone(body: str) -> None:
    found = [f for f in findings(HEAD + indent(body, "    ")) if "autocast" in f.symbol]
    assert [f.severity for f in found] == ["error"]
    assert "def mixed_precision" not in after(body)


PAIRS = [
    pytest.param(
        """
        with open(x), torch.autocast("cuda"):
            # the result
            z = net(y)
        return z
        """,
        """
        with open(x):
            @autocast("cuda")
            def mixed_precision():
                # the result
                z = net(y)
                return z

            z = mixed_precision()
        return z
        """,
        id="behind another context",
    ),
    pytest.param(
        """
        y = y + 1
        with torch.autocast("cuda"), open(x) as file:
            z = net(y, file)
        return z
        """,
        """
        y = y + 1

        @autocast("cuda")
        def mixed_precision():
            with open(x) as file:
                z = net(y, file)
            return z

        z = mixed_precision()
        return z
        """,
        id="in front of another context",
    ),
    pytest.param(
        """
        with open(x), torch.autocast("cuda", enabled=False):
            z = net(y)
        return z
        """,
        """
        with open(x):
            z = net(y)
        return z
        """,
        id="switched off behind another context",
    ),
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
        x = x + 1
        with torch.cuda.amp.autocast():
            if flag:
                return net(x)
            else:
                return net(y)
        """,
        """
        x = x + 1

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
        x = x + 1
        with torch.no_grad(), torch.cuda.amp.autocast():
            print(net(x))
        """,
        """
        x = x + 1

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


WHOLE = """\
def run(x):
    with torch.autocast("cuda"):
        if x.sum() > 0:
            return net(x)
        y = net(-x)
    return y + 1
"""


def test_a_function_that_consists_of_the_block_is_decorated_itself() -> None:
    text = fixed(f"import torch\n{WHOLE}", unsafe=True)
    expected = """
    @autocast("cuda")
    def run(x):
        if x.sum() > 0:
            return net(x)
        y = net(-x)
        return y + 1
    """
    assert dedent(expected).strip() in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def run(x):", "def run(x, flag):"),
        ('"cuda"', '"cuda", enabled=flag()'),
        ('"cuda"', '"cuda", enabled=flag'),
        ("y + 1", "net(y)"),
        ("def run", "@cached\ndef run"),
    ],
    ids=["a parameter", "a call", "set later", "computes", "decorators"],
)
def test_other_functions_keep_a_function_for_the_block(before: str, after: str) -> None:
    source = WHOLE.replace(before, after)
    if "flag" in source:
        source = source.replace('"cuda")', '"cuda", enabled=flag)') + "flag = False\n"
    text = fixed(f"import torch\n{source}", unsafe=True)
    assert "def run(x" in text
    assert not re.search(r"@autocast.*\ndef run", text)


@pytest.mark.parametrize("hoisted", [True, False])
def test_the_loss_of_a_training_step_is_computed_by_one_decorated_function(hoisted: bool) -> None:
    source = """
    import torch
    def run(net, loader, optimizer, scaler, loss_fn, flag):
        for x, y in loader:
            with torch.autocast("cuda", enabled=flag):
                with torch.no_grad():
                    target = net(x)
                loss = loss_fn(net(y), target)
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            print(loss.item())
    """
    if not hoisted:
        source = (
            source.replace("    for x", "    flag = not flag\n        for x")
            .replace("print(", "flag = flag and ")
            .replace(".item())", ".item() > 0")
        )
    text = fixed(dedent(source), unsafe=True)
    decorated = """
    @autocast("cuda", enabled=flag)
    def forward_fn(x, y):
        target = net(x)
        target = ops.stop_gradient(target)
        loss = loss_fn(net(y), target)
        return scaler.scale(loss), loss
    """
    assert (indent(dedent(decorated).strip(), "    ") in text) is hoisted
    called = f"(_, loss), grads = grad_fn({'x, y' if hoisted else 'flag, x, y'})\n"
    assert f"{called}        scaler.step(optimizer, grads)\n" in text
    assert hoisted or "    def mixed_precision():\n" in text


def test_the_block_of_a_training_step_is_told_of_before_it_changes() -> None:
    source = """
    import torch
    def run(net, loader, optimizer, loss_fn):
        for x, y in loader:
            with torch.autocast("cuda"):
                loss = loss_fn(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    """
    found = [f for f in findings(dedent(source)) if f.symbol == "torch.autocast"]
    assert [(f.code, f.fix) for f in found] == [("MP101", None)]
    assert "rewritten before it" in found[0].message.en


@pytest.mark.parametrize(
    "made",
    ["torch.cuda.amp.autocast(enabled=False)", "torch.cuda.amp.autocast(False)", "torch.autocast('cuda', torch.half, False)",
     "torch.autocast(device_type='cpu', enabled=False)"],
)  # fmt: skip
def test_one_that_is_switched_off_goes_and_says_what_callers_do(made: str) -> None:
    body = f"with {made}:\n    # in full precision\n    z = net(x)\nreturn z\n"
    (found,) = [f for f in findings(HEAD + indent(body, "    ")) if "autocast" in f.symbol]
    assert found.fix is not None and found.fix.applicability == "unsafe"
    assert "Where a caller computes in half precision" in found.message.en
    assert after(body) == "# in full precision\nz = net(x)\nreturn z\n"


@pytest.mark.parametrize(
    ("contexts", "left"),
    [
        ("open(x) as f, torch.autocast('cuda', enabled=False)", "open(x) as f"),
        ("torch.cuda.amp.autocast(enabled=False), open(x) as f", "open(x) as f"),
        ("open(x), torch.cuda.amp.autocast(False), open(y)", "open(x), open(y)"),
    ],
)
def test_one_that_is_switched_off_goes_from_among_others(contexts: str, left: str) -> None:
    body = "    z = net(x)\nreturn z\n"
    assert after(f"with {contexts}:\n{body}") == f"with {left}:\n{body}"


def test_one_that_is_switched_off_in_a_training_step_goes_behind_it() -> None:
    source = """
    import torch
    net = torch.nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        with torch.cuda.amp.autocast(enabled=False):
            loss = ((net(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
    """
    text = fixed(dedent(source), unsafe=True)
    assert (
        "autocast" not in text
        and "def forward_fn(x, y):\n    loss = ((net(x) - y) ** 2).mean()\n" in text
    )


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


@pytest.mark.parametrize(
    ("made", "written"),
    [
        (
            "nullcontext() if flag == 'cpu' else torch.amp.autocast(device_type=flag, dtype=state)",
            "nullcontext()",
        ),
        ("torch.autocast('cuda') if flag else nullcontext()", "nullcontext()"),
        ("torch.cuda.amp.autocast(enabled=flag)", "nullcontext()"),
        ("state if flag else torch.autocast('cuda')", "state if flag else nullcontext()"),
    ],
)
def test_a_context_that_is_a_value_changes_nothing(made: str, written: str) -> None:
    source = f"from contextlib import nullcontext\n{HEAD}    ctx = {made}\n"
    source += "    with ctx:\n        return net(x)\n"
    assert f"    ctx = {written}\n    with ctx:\n" in fixed(source, unsafe=True)
    assert "autocast" in fixed(source)
    (finding,) = (f for f in findings(source) if "autocast" in f.symbol)
    assert "precision of its tensors" in finding.message.en
