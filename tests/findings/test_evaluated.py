"""``eval(name)``: what torch's names in an evaluated text mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace
from tests.fixes.conftest import proved_store

from .conftest import findings, fixed

HEADER = "import torch\nfrom torch import nn\n\n\n"
PARSER = (
    "def parse(rows):\n"
    "    layers = []\n"
    "    for name, args in rows:\n"
    "        layer = eval(name) if isinstance(name, str) else name\n"
    "        layers.append(layer(*args))\n"
    "    return nn.Sequential(*layers)\n"
)


def told(source: str) -> list[Finding]:
    return [f for f in findings(HEADER + source) if "evaluated" in f.message.en]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("rate = eval('1e-3')\n", id="a written text"),
        pytest.param(
            "def f(i):\n    return eval(f'self.layer{i}')\n", id="a text of one's own names"
        ),
        pytest.param(
            "def f(args):\n    return eval(args.betas)\n", id="no name of torch's in sight"
        ),
        pytest.param("net.eval()\n", id="a method"),
        pytest.param("names = {}\nlayer = eval('nn.' + x, names)\n", id="names of its own"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("exec('a = 3')\n", id="no name of torch's"),
        pytest.param("exec(open('torch.py').read())\n", id="a file"),
        pytest.param("exec('use_torch.run(mytorch.x)')\n", id="other names"),
        pytest.param("run.exec('torch.zeros(3)')\n", id="a method"),
    ],
)
def test_text_that_names_nothing_of_torch_may_be_run(source: str) -> None:
    assert not [f for f in findings(source) if f.symbol in ("exec", "eval")]


@pytest.mark.parametrize(
    "source",
    [
        "exec('w = torch.zeros(3)')\n",
        "exec('self.w' + ' = torch.nn.Parameter(torch.zeros(3))')\n",
        "def f(i):\n    exec(f'self.w_{i} = torch.zeros({i})')\n",
        "def f(i):\n    return eval('torch.zeros({})'.format(i))\n",
    ],
)
def test_text_that_names_torch_is_told_until_it_does_not(source: str) -> None:
    for text in (source, HEADER + source):
        [finding] = [f for f in findings(text) if f.symbol in ("exec", "eval")]
        assert (finding.code, finding.severity, finding.fix) == ("MP103", "warning", None)


def test_a_file_without_torchs_modules_is_left_alone() -> None:
    assert not [f for f in findings("def f(a):\n    return eval(a)(3)\n") if f.symbol == "eval"]


def test_what_is_called_and_names_nothing_is_told() -> None:
    [finding] = told(PARSER)
    assert (finding.code, finding.severity, finding.fix) == ("MP103", "info", None)


def test_a_text_sees_the_layers_that_the_file_speaks_of() -> None:
    source = PARSER + "net = parse([('nn.Conv2d', (3, 4, 3)), ('Own', ())])\n"
    assert [f.severity for f in told(source)] == ["warning"]
    text = fixed(HEADER + source, unsafe=True)
    assert "eval(name, dict(globals(), nn=types.SimpleNamespace(Conv2d=Conv2d)), locals())" in text
    assert "class Conv2d(ms.nn.Conv2d):" in text or "class Conv2d(nn.Conv2d):" in text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("'nn.' + name", ""),
        ("f'nn.{name}'", ""),
        ("'nn.{}'.format(name)", ""),
        ("f'nn.{name}()'", "()"),
        ("'nn.' + name + '()'", "()"),
    ],
)
def test_a_member_of_a_module_is_looked_up(text: str, after: str) -> None:
    source = f"def act(name='ReLU'):\n    return eval({text})\n"
    text = fixed(HEADER + source, unsafe=True)
    assert f"return getattr(types.SimpleNamespace(ReLU=ReLU), name){after}\n" in text


@pytest.mark.parametrize(
    "text", ["'net.' + name", "f'nn.{name!r}'", "f'nn.{name}(3)'", "'nn.functional.' + name"]
)
def test_another_text_is_no_member(text: str) -> None:
    assert told(f"def act(name):\n    return eval({text})\n") == []


def test_an_evaluated_layer_computes_as_torchs(tmp_path: Path) -> None:
    import mindspore
    import numpy as np
    import torch

    tmp_path.joinpath("model.yaml").write_text(
        "- [nn.Conv2d, [3, 4, 3]]\n- [nn.LeakyReLU, [0.1]]\n"
    )
    path = tmp_path / "model.py"
    path.write_text(HEADER + PARSER)
    document = Document(str(path), HEADER + PARSER)
    result = fix_document(
        document, Config(), Workspace([tmp_path]), unsafe=True, store=proved_store()
    )
    assert not [f for f in result.report.findings if f.severity in ("error", "warning")]
    rows = [("nn.Conv2d", (3, 4, 3)), ("nn.LeakyReLU", (0.1,))]
    theirs: dict[str, object] = {}
    exec(document.text, theirs)
    ours: dict[str, object] = {}
    exec(result.document.text, ours)
    net, cell = theirs["parse"](rows), ours["parse"](rows)  # type: ignore[operator]
    state = net.state_dict()
    cell[0].weight.set_data(mindspore.Tensor(state["0.weight"].numpy()))
    cell[0].bias.set_data(mindspore.Tensor(state["0.bias"].numpy()))
    x = np.linspace(-1, 1, 2 * 3 * 6 * 5, dtype=np.float32).reshape(2, 3, 6, 5)
    wanted = net(torch.from_numpy(x)).detach().numpy()
    assert np.allclose(cell(mindspore.Tensor(x)).asnumpy(), wanted, atol=1e-6)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("model.yaml", "head: [[-1, 1, nn.Upsample, [None, 2, nearest]]]\n"),
        ("train.py", "head = [[-1, 1, 'nn.Upsample', [None, 2, 'nearest']]]\n"),
    ],
)
def test_a_layer_that_is_looked_up_may_stand_in_a_configuration(
    tmp_path: Path, name: str, text: str
) -> None:
    tmp_path.joinpath(name).write_text(text)
    source = "def make(m, args):\n    return getattr(torch.nn, m[3:])(*args)\n"
    path = tmp_path / "model.py"
    path.write_text(HEADER + source)
    document = Document(str(path), HEADER + source)
    result = fix_document(
        document, Config(), Workspace([tmp_path]), unsafe=True, store=proved_store()
    )
    assert "getattr(types.SimpleNamespace(Upsample=Upsample), m[3:])" in result.document.text


def test_a_configuration_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    tmp_path.joinpath("gone.yaml").symlink_to(tmp_path / "missing.yaml")
    path = tmp_path / "model.py"
    path.write_text(HEADER + PARSER)
    document = Document(str(path), HEADER + PARSER)
    result = fix_document(document, Config(), Workspace([tmp_path]), unsafe=False)
    assert [f.severity for f in result.report.findings if f.symbol == "eval"] == ["info"]


def test_plain_words_of_a_configuration_are_no_classes(tmp_path: Path) -> None:
    tmp_path.joinpath("train.yaml").write_text("device: cuda\ndtype: float32\n")
    source = "import torch\nargs = eval(open('args.txt').read())\nx = torch.zeros(3)\n"
    path = tmp_path / "train.py"
    path.write_text(source)
    document = Document(str(path), source)
    result = fix_document(
        document, Config(), Workspace([tmp_path]), unsafe=True, store=proved_store()
    )
    assert "args = eval(open('args.txt').read())\nx = mint.zeros((3,))\n" in result.document.text
