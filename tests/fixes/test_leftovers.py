"""Branches and loops in which fixes leave nothing to do go away."""

from __future__ import annotations

import textwrap

import pytest

from .conftest import Fixer

HEAD = "import torch\n\n\ndef f(x, y, device, opt, loader):\n"
AFTER = "from mindspore import mint\n\n\ndef f(x, y, device, opt, loader):\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("    if opt:\n        pass\n    return torch.tanh(x)\n", id="if"),
        pytest.param("    for y in loader:\n        pass\n    return torch.tanh(x)\n", id="for"),
        pytest.param(
            "    if opt:\n        x = torch.tanh(x)\n    else:\n        pass\n    return x\n",
            id="else",
        ),
    ],
)
def test_what_the_author_left_idle_stays(fix: Fixer, body: str) -> None:
    after = AFTER + body.replace("torch.", "mint.")
    assert fix(HEAD + body).document.text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "    for x, y in loader:\n        x, y = x.to(device), y.to(device)\n"
            "        print(torch.tanh(x))\n",
            "    for x, y in loader:\n        print(mint.tanh(x))\n",
            id="a pair",
        ),
        pytest.param(
            "    for x, y in loader:\n        x, y = x.to(device), y.to(device)  # to the GPU\n"
            "        print(torch.tanh(x))\n",
            "    for x, y in loader:\n        # to the GPU\n        print(mint.tanh(x))\n",
            id="a comment stays",
        ),
        pytest.param(
            "    x = torch.tanh(x)\n    if device == 'cuda':\n"
            "        x, y = x.pin_memory().to(device, non_blocking=True), y.to(device)\n"
            "    else:\n        x, y = x.to(device), y.to(device)\n    return x\n",
            "    x = mint.tanh(x)\n    return x\n",
            id="all branches",
        ),
        pytest.param(
            "    if opt:\n        x = torch.tanh(x)\n"
            "    else:\n        x, y = x.to(device), y.to(device)\n    return x\n",
            "    if opt:\n        x = mint.tanh(x)\n    return x\n",
            id="else",
        ),
        pytest.param(
            "    if opt:\n        x = torch.tanh(x)\n    elif device:\n"
            "        x, y = x.to(device), y.to(device)\n    return x\n",
            "    if opt:\n        x = mint.tanh(x)\n    return x\n",
            id="elif",
        ),
        pytest.param(
            "    if opt():\n        x, y = x.to(device), y.to(device)\n    return torch.tanh(x)\n",
            "    if opt():\n        pass\n    return mint.tanh(x)\n",
            id="a call is kept",
        ),
        pytest.param(
            "    for k in x:\n        x[k] = x[k].to(device)\n    return torch.tanh(k)\n",
            "    for k in x:\n        pass\n    return mint.tanh(k)\n",
            id="a name that is read later is kept",
        ),
        pytest.param(
            "    for k in x:\n        x[k] = x[k].to(device)\n    for k in y:\n"
            "        x = torch.tanh(k)\n    return x\n",
            "    for k in y:\n        x = mint.tanh(k)\n    return x\n",
            id="a name that is bound again",
        ),
    ],
)
def test_what_is_left_of_moves_to_a_device_goes(fix: Fixer, before: str, after: str) -> None:
    assert fix(HEAD + before, unsafe=True).document.text == AFTER + after


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            "    if opt:\n        y = x\n    else:\n        y = x\n    return torch.tanh(y)\n",
            id="the author's own branches",
        ),
        pytest.param("    y = x if opt else x\n    return torch.tanh(y)\n", id="own values"),
        pytest.param(
            "    if opt:\n        return x\n    x = torch.tanh(x)\n    return x\n",
            id="more is between",
        ),
        pytest.param(
            "    if opt:\n        y = x\n    else:\n        y = -x\n    return torch.tanh(y)\n",
            id="they differ",
        ),
    ],
)
def test_branches_that_fixes_did_not_make_the_same_stay(fix: Fixer, body: str) -> None:
    after = AFTER + body.replace("torch.", "mint.")
    assert fix(HEAD + body).document.text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "    if torch.cuda.is_available():\n        return torch.tanh(x).cuda()\n"
            "    else:\n        return torch.tanh(x)\n",
            "    return mint.tanh(x)\n",
            id="with else",
        ),
        pytest.param(
            "    if opt:\n        y = torch.tanh(x).cuda()\n        y = torch.tanh(\n"
            "            y).cuda()\n    else:\n        y = torch.tanh(x)\n"
            "        y = torch.tanh(y)\n    return y\n",
            "    y = mint.tanh(x)\n    y = mint.tanh(\n        y)\n    return y\n",
            id="several statements",
        ),
        pytest.param(
            "    if opt:\n        return torch.tanh(x).cuda()\n    return torch.tanh(x)\n",
            "    return mint.tanh(x)\n",
            id="returned behind it",
        ),
        pytest.param(
            "    return torch.tanh(x).cuda() if opt else torch.tanh(x)\n",
            "    return mint.tanh(x)\n",
            id="values",
        ),
        pytest.param(
            "    if opt:\n        y = torch.tanh(x).cuda()\n    else:  # as it is\n"
            "        y = torch.tanh(x)\n    return y\n",
            "    if opt:\n        y = mint.tanh(x)\n    else:  # as it is\n"
            "        y = mint.tanh(x)\n    return y\n",
            id="a comment stays",
        ),
        pytest.param(
            "    y = torch.tanh(x).cuda() if opt() else torch.tanh(x)\n    return y\n",
            "    y = mint.tanh(x) if opt() else mint.tanh(x)\n    return y\n",
            id="a call is kept",
        ),
    ],
)
def test_one_of_two_branches_that_have_become_the_same_stays(
    fix: Fixer, before: str, after: str
) -> None:
    assert fix(HEAD + before, unsafe=True).document.text == AFTER + after


def test_items_that_go_nowhere_go_within_the_forward_pass(fix: Fixer) -> None:
    source = """\
    import torch

    def train(loader, model, criterion, optimizer, args):
        for i, (images, _) in enumerate(loader):
            if args.gpu is not None:
                images[0] = images[0].cuda(args.gpu, non_blocking=True)
            loss = criterion(model(images[0]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    model = torch.nn.Linear(3, 1)
    train([], model, torch.mean, torch.optim.SGD(model.parameters(), lr=0.1), None)
    """
    text = fix(source, unsafe=True).document.text
    assert "value_and_grad" in text
    assert "args.gpu" not in text and "images[0] = images[0]" not in text


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            """\
            import torch
            device = "cpu"
            def f(x):
                return torch.tanh(x)
            """,
            id="unread from the start",
        ),
        pytest.param(
            """\
            import torch
            device = torch.device("cpu")
            __all__ = ["device"]
            """,
            id="told to others",
        ),
        pytest.param(
            """\
            import torch
            class Settings:
                device = torch.device("cpu")
            def f(x, device):
                return x.to(device)
            """,
            id="of a class",
        ),
        pytest.param(
            """\
            import torch
            def f(model, x, pick):
                device = pick(torch.cuda.is_available())
                return torch.tanh(x.to(device))
            """,
            id="made by a call",
        ),
        pytest.param(
            """\
            import torch
            from batches import prepare
            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            model = torch.nn.Linear(2, 3).to(device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in ({"x": torch.ones(3, 2)},):
                loss = model(prepare(batch, device)["x"]).sum()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            """,
            id="read by the forward pass alone",
        ),
    ],
)
def test_names_that_have_a_purpose_stay(fix: Fixer, source: str) -> None:
    fixed = fix(source, unsafe=True).document.text
    assert [line for line in fixed.splitlines() if "device =" in line]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            """\
            import torch
            device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
            x = torch.ones(2, 3).to(device)
            """,
            """\
            from mindspore import mint
            x = mint.ones((2, 3))
            """,
            id="the usual line",
        ),
        pytest.param(
            """\
            import torch
            def f(x, no_cuda):
                use_cuda = not no_cuda and torch.cuda.is_available()
                if use_cuda:
                    device = torch.device("cuda")
                else:
                    device = torch.device("cpu")
                return torch.tanh(x.to(device))
            """,
            """\
            from mindspore import mint
            def f(x, no_cuda):
                return mint.tanh(x)
            """,
            id="what it was made of goes with it",
        ),
        pytest.param(
            """\
            import torch
            def f(model: torch.nn.Module, x):
                device = next(model.parameters()).device
                return torch.tanh(x.to(device))
            """,
            """\
            from mindspore import mint, nn
            def f(model: nn.Cell, x):
                return mint.tanh(x)
            """,
            id="where a network is",
        ),
        pytest.param(
            """\
            import torch
            device = "cuda" if torch.cuda.is_available() else "cpu"
            print(f"Using {device}")
            x = torch.ones(2, 3).to(device)
            """,
            """\
            import mindspore as ms
            from mindspore import mint
            device = "cuda" if ms.get_current_device().device_target != "CPU" else "cpu"
            print(f"Using {device}")
            x = mint.ones((2, 3))
            """,
            id="one that is shown stays",
        ),
    ],
)
def test_a_device_that_nothing_is_moved_to_goes(fix: Fixer, source: str, expected: str) -> None:
    assert fix(source, unsafe=True).document.text == textwrap.dedent(expected)
