"""What an optimizer holds that a function is given, as all calls of the function show."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.symbols.workspace import Workspace

HEAD = "import torch\nfrom torch import nn\n"
TRAIN = (
    "\n\ndef train(model, loader, optimizer):\n    for x, y in loader:\n"
    "        loss = nn.functional.mse_loss(model(x), y)\n        optimizer.zero_grad()\n"
    "        loss.backward()\n        nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n"
    "        optimizer.step()\n"
)
MAIN = (
    "\n\ndef main(loader):\n    net = nn.Linear(3, 3)\n"
    "    opt = torch.optim.SGD(net.parameters(), lr=0.1)\n    train(net, loader, opt)\n"
)
BRANCHES = (
    "\n\ndef main(loader, plain):\n    net, other = nn.Linear(3, 3), nn.Linear(3, 3)\n    if plain:\n"
    "        opt = torch.optim.SGD(net.parameters(), lr=0.1)\n    else:\n"
    "        opt = torch.optim.Adam({}.parameters())\n    train(net, loader, opt)\n"
)
CLIPS = "grads = ops.clip_by_norm(grads, 1.0)\n"


def _safely(folder: Path, sources: dict[str, str], name: str) -> str:
    for other, source in sources.items():
        (folder / other).write_text(source, encoding="utf-8")
    document = Document(str(folder / name), sources[name])
    return fix_document(document, Config(), Workspace([folder]), unsafe=False).document.text


def _safely_alone(source: str) -> str:
    return fix_document(
        Document("example.py", source), Config(), Workspace(), unsafe=False
    ).document.text


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(TRAIN, id="nothing calls it"),
        pytest.param(TRAIN + MAIN.replace("train(net, loader, opt)", "run(train, net, loader, opt)"), id="handed on"),
        pytest.param(TRAIN + MAIN.replace("net.parameters()", "[*net.parameters(), *loader.parameters()]"), id="holds more"),
        pytest.param(TRAIN + MAIN.replace("    train(", "    net = nn.Linear(3, 3)\n    train("), id="another network"),
        pytest.param(TRAIN + MAIN + MAIN.replace("main", "other").replace("train(net,", "train(nn.Linear(3, 3),"), id="one of two calls"),
        pytest.param(TRAIN + MAIN.replace("torch.optim.SGD(net", "make(net"), id="an unknown maker"),
        pytest.param(TRAIN + BRANCHES.format("other"), id="one of two optimizers"),
        pytest.param(TRAIN.replace("    for x", "    optimizer = wrap(optimizer)\n    for x") + MAIN, id="bound anew"),
        pytest.param(TRAIN.replace("    for x", "    model = model.body\n    for x") + MAIN, id="a part of the network"),
    ],
)  # fmt: skip
def test_leaves_to_the_reader(source: str) -> None:
    assert CLIPS not in _safely_alone(HEAD + source)


@pytest.mark.parametrize(
    "main",
    [
        pytest.param(MAIN, id="plain"),
        pytest.param(MAIN.replace("train(net, loader, opt)", "train(model=net, loader=loader, optimizer=opt)"), id="by keywords"),
        pytest.param(MAIN.replace("    opt =", "    net = net.to('cpu')\n    opt ="), id="moved before"),
        pytest.param(MAIN.replace("    train(", "    net = nn.DataParallel(net)\n    train("), id="wrapped behind"),
        pytest.param(MAIN + MAIN.replace("main", "other"), id="two calls"),
        pytest.param(BRANCHES.format("net"), id="one of two optimizers"),
        pytest.param(MAIN.replace("net.parameters()", "params").replace("    opt =", "    params = [p for p in net.parameters() if p.requires_grad]\n    opt ="), id="a list"),
    ],
)  # fmt: skip
def test_calls_of_the_file_show_it(main: str) -> None:
    assert CLIPS in _safely_alone(HEAD + TRAIN + main)


def test_a_scripts_own_statements() -> None:
    script = MAIN.replace("def main(loader):\n", "").replace("\n    ", "\n")
    assert CLIPS in _safely_alone(f"{HEAD}{TRAIN}\nloader = []\n{script}")


def _calling(text: str, how: str) -> str:
    return f"{HEAD}{how}\n{text}"


@pytest.mark.parametrize(
    ("how", "call"),
    [
        pytest.param("from engine import train", "train", id="a name"),
        pytest.param("import engine", "engine.train", id="the module"),
    ],
)
def test_calls_of_another_file_show_it(tmp_path: Path, how: str, call: str) -> None:
    main = _calling(MAIN.replace("train(", f"{call}("), how)
    assert CLIPS in _safely(tmp_path, {"engine.py": HEAD + TRAIN, "main.py": main}, "engine.py")


def test_optimizers_that_are_imported_by_name(tmp_path: Path) -> None:
    main = _calling(
        MAIN.replace("torch.optim.SGD", "SGD"),
        "from engine import train\nfrom torch.optim import SGD",
    )
    assert CLIPS in _safely(tmp_path, {"engine.py": HEAD + TRAIN, "main.py": main}, "engine.py")


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(_calling(MAIN, "from engine import train as fit"), id="under another name"),
        pytest.param(_calling("STEPS = [train]\n", "from engine import train"), id="kept"),
        pytest.param(_calling("", "from engine import train"), id="handed on by an import"),
        pytest.param(_calling(MAIN.replace("train(net", "train(nn.Linear(3, 3)"), "from engine import train"), id="another network"),
        pytest.param("from engine import train\n\ndef (:\n", id="a file that does not parse"),
    ],
)  # fmt: skip
def test_one_file_that_may_give_another_network(tmp_path: Path, other: str) -> None:
    main = _calling(MAIN, "from engine import train")
    sources = {"engine.py": HEAD + TRAIN, "main.py": main, "other.py": other}
    assert CLIPS not in _safely(tmp_path, sources, "engine.py")
    (tmp_path / "other.py").unlink()
    assert CLIPS in _safely(tmp_path, {**sources, "other.py": "import torch\n"}, "engine.py")
