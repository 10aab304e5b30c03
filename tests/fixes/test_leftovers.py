"""Branches and loops in which fixes leave nothing to do go away."""

from __future__ import annotations

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
    ],
)
def test_what_is_left_of_moves_to_a_device_goes(fix: Fixer, before: str, after: str) -> None:
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
