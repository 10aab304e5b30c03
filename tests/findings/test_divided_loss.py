"""A loss that is looked at, and then divided for backward."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = (
    "import math\nimport torch\nfrom torch import nn\n\n"
    "def train(net, loader, optimizer, criterion, n):\n    total, losses = 0.0, []\n"
    "    optimizer.zero_grad()\n    for i, (x, y) in enumerate(loader):\n"
    "        loss = criterion(net(x), y)\n"
)
STEP = (
    "        loss.backward()\n        if (i + 1) % n == 0:\n            optimizer.step()\n"
    "            optimizer.zero_grad()\n"
)
LOOK = "        total += loss.item()\n"


def _train(middle: str, behind: str = "", step: str = STEP) -> str:
    return f"{HEAD}{middle}{step}{behind}    return total\n"


@pytest.mark.parametrize(
    ("middle", "behind"),
    [
        pytest.param(f"{LOOK}        loss = loss / n\n", "        print(loss.item())\n", id="read behind"),
        pytest.param(f"        loss = loss / n\n{LOOK}", "", id="looked at behind"),
        pytest.param("        losses.append(loss)\n        loss /= n\n", "", id="held by a list"),
        pytest.param("        kept = loss.detach()\n        loss /= n\n", "        total += kept.item()\n", id="its memory is held"),
        pytest.param(f"{LOOK}        loss = loss * n\n", "", id="a product"),
        pytest.param(f"{LOOK}        loss = n / loss\n", "", id="divided by the loss"),
        pytest.param("        loss = loss / n\n", "", id="nothing looks at it"),
    ],
)  # fmt: skip
def test_leaves_alone(middle: str, behind: str) -> None:
    assert "loss / n, loss" not in fixed(_train(middle, behind), unsafe=True)


def test_what_another_stands_in_the_way_of_is_not_touched() -> None:
    source = _train(
        f"{LOOK}        loss = loss / n\n", "        print(net.weight.grad, hook(optimizer))\n"
    )
    source = source.replace("criterion(net(x), y)", "(yield net(x))")
    assert "loss = loss / n" in fixed(source, unsafe=True)


@pytest.mark.parametrize("division", ["loss = loss / n", "loss /= n"])
@pytest.mark.parametrize("leaves", ["continue", "break", "return total"])
def test_what_looks_at_the_loss_stays_in_the_loop(division: str, leaves: str) -> None:
    middle = (
        "        value = loss.item()\n        if not math.isfinite(value):\n"
        f"            print(value)\n            {leaves}\n        total += value\n        {division}\n"
    )
    text = fixed(_train(middle))
    assert "        return loss / n, loss\n" in text
    assert (
        "        (_, loss), grads = grad_fn(x, y)\n        value = loss.item()\n"
        f"        if not math.isfinite(value):\n            print(value)\n            {leaves}\n"
        "        total += value\n        total_grads = grads if"
    ) in text


@pytest.mark.parametrize(
    ("divisor", "written"),
    [("n", "n"), ("len(loader)", "len(loader)"), ("(n + 1)", "(n + 1)")],
)
def test_divisors(divisor: str, written: str) -> None:
    middle = f"{LOOK}        loss = loss / {divisor}\n"
    assert f"        return loss / {written}, loss\n" in fixed(_train(middle))


def test_n_of_two_parts_keeps_its_meaning() -> None:
    assert "return loss / (n + 1), loss\n" in fixed(_train(f"{LOOK}        loss /= n + 1\n"))


def test_comments_stay() -> None:
    middle = f"{LOOK}        # for the mean\n        loss = loss / n  # of n batches\n"
    text = fixed(_train(middle))
    assert "return loss / n, loss\n" in text
    assert "# for the mean\n" in text and "# of n batches\n" in text


def test_a_scaled_loss() -> None:
    source = (
        "import math\nimport torch\n\ndef train(net, loader, optimizer, criterion, n):\n"
        "    scaler = torch.cuda.amp.GradScaler()\n    total = 0.0\n"
        "    for x, y in loader:\n        optimizer.zero_grad()\n        loss = criterion(net(x), y)\n"
        "        if not math.isfinite(loss.item()):\n            continue\n        total += loss.item()\n"
        "        loss = loss / n\n        scaler.scale(loss).backward()\n        scaler.step(optimizer)\n"
        "        scaler.update()\n    return total\n"
    )
    text = fixed(source)
    assert "scaler.scale(loss / n)" in text and "            continue\n" in text
    assert "value_and_grad" in text


@pytest.mark.parametrize("division", ["loss = loss / n", "loss /= n"])
def test_a_loss_of_half_precision(division: str) -> None:
    source = (
        "import math\nimport torch\n\ndef train(net, loader, optimizer, criterion, n):\n"
        "    scaler = torch.cuda.amp.GradScaler()\n    total = 0.0\n"
        "    for x, y in loader:\n        optimizer.zero_grad()\n"
        "        with torch.cuda.amp.autocast():\n            loss = criterion(net(x), y)\n"
        "        if not math.isfinite(loss.item()):\n            continue\n        total += loss.item()\n"
        f"        {division}\n        scaler.scale(loss).backward()\n        scaler.step(optimizer)\n"
        "        scaler.update()\n    return total\n"
    )
    text = fixed(source, unsafe=True)
    assert "scaler.scale(loss / n)" in text and "            continue\n" in text
    assert "value_and_grad" in text


def test_the_fix_stands_alone_and_is_safe() -> None:
    source = _train(f"{LOOK}        loss = loss / n\n")
    (found,) = [f for f in findings(source) if f.code == "MP306"]
    assert found.fix is not None and found.fix.applicability == "safe" and found.fix.rearranges
    assert any("(loss / n)" in edit.pieces for edit in found.fix.edits)
