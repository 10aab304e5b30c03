"""What is looked up in torch's modules by a name that the program computes."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import fix_document
from mindport.report import Finding
from mindport.symbols.workspace import Workspace

from .conftest import findings, fixed

HEAD = "import torch\nimport torch.nn as nn\n\n\n"


def told(source: str) -> list[Finding]:
    return [finding for finding in findings(source) if finding.code == "MP103"]


LEFT = [
    pytest.param("def f(name):\n    return getattr(nn, name)\n", id="nothing tells a name"),
    pytest.param("def f(x, name='ReLU'):\n    return getattr(x, name)\n", id="another object"),
    pytest.param("def f(kind='SGD'):\n    return getattr(nn, kind)\n", id="a name of another"),
    pytest.param("x = [getattr(nn, f'{a}{b}') for a in 'ab' for b in 'cd']\n", id="holes alone"),
    pytest.param("def f(i):\n    return getattr(nn, f'Blob{i}')\n", id="no name of torch's"),
]


@pytest.mark.parametrize("source", LEFT)
def test_is_left_alone(source: str) -> None:
    assert fixed(HEAD + source, unsafe=True).endswith(source)


def test_what_is_left_alone_is_an_error() -> None:
    found = told(f"{HEAD}def f(name):\n    return getattr(nn, name)\n")
    assert [(f.code, f.severity) for f in found] == [("MP103", "error")]


CONV = "Conv1d=Conv1d, Conv2d=Conv2d, Conv3d=Conv3d"
SPREAD = "\n        Conv1d=Conv1d,\n        Conv2d=Conv2d,\n        Conv3d=Conv3d,\n    "
PATTERNS = [
    "return getattr(nn, f'Conv{n}d')",
    "return getattr(nn, 'Conv{}d'.format(n))",
    "return getattr(nn, 'Conv%dd' % n)",
    "return getattr(nn, 'Conv' + str(n) + 'd')",
    "name = 'Norm'\n    name = f'Conv{n}d'\n    return getattr(nn, name)",
]


@pytest.mark.parametrize("body", PATTERNS)
def test_a_pattern_means_the_names_that_fit_it(body: str) -> None:
    after = fixed(f"{HEAD}def f(n):\n    {body}\n", unsafe=True)
    assert f"getattr(types.SimpleNamespace({SPREAD}), " in after or f"({CONV})" in after
    assert "ConvTranspose" not in after and "import torch" not in after


def test_names_that_fit_a_pattern_are_all_that_can_be_meant() -> None:
    found = told(f"{HEAD}def f(n):\n    return getattr(nn, f'Conv{{n}}d')\n")
    assert len(found) == 1 and found[0].fix is not None


GIVEN = [
    pytest.param("def f(kind='Softplus'):\n    return getattr(nn, kind)()\n", id="a default"),
    pytest.param(
        "def f(kind):\n    if kind not in ('Softplus', 'no'):\n        raise ValueError\n"
        "    return getattr(nn, kind)()\n",
        id="what it is compared with",
    ),
    pytest.param(
        "def f(kind):\n    return getattr(nn, kind)()\n\n\nf(kind='Softplus')\n", id="an argument"
    ),
    pytest.param(
        "def f(kind):\n    return getattr(nn, kind)()\n\n\nf('Softplus')\n", id="what it speaks of"
    ),
]


@pytest.mark.parametrize("source", GIVEN)
def test_names_that_the_file_tells_are_written_and_others_are_told_of(source: str) -> None:
    assert "SimpleNamespace(Softplus=" in fixed(HEAD + source, unsafe=True)
    lookup, others = told(HEAD + source)
    assert lookup.fix is not None and lookup.fix.applicability == "unsafe"
    assert others.fix is None and "AttributeError" in others.message.en


CHOICES = (
    "import argparse\n\nparser = argparse.ArgumentParser()\n"
    "parser.add_argument('--act', default='ReLU', choices=['ReLU', 'Tanh'])\n"
    "args = parser.parse_args()\n{0}act = getattr(nn, args.act)()\n"
)


def test_the_choices_of_an_argument_are_all_that_can_be_meant() -> None:
    (lookup,) = told(HEAD + CHOICES.format(""))
    assert lookup.fix is not None
    text = fixed(HEAD + CHOICES.format(""), unsafe=True)
    assert "SimpleNamespace(ReLU=ReLU, Tanh=Tanh), args.act)" in text.replace("mint.nn.", "")


def test_an_argument_that_is_set_may_be_another_name() -> None:
    assert len(told(HEAD + CHOICES.format("args.act = other\n"))) == 2


ASKED = "def f(kind, n):\n    if {0}:\n        {1}return getattr(nn, kind)(n, n)\n    return f('GRU', 2)\n"


@pytest.mark.parametrize(
    ("test", "before"),
    [
        pytest.param("kind not in ('LSTM', 'GRU')", "", id="not one of them"),
        pytest.param("kind in ('LSTM', 'GRU') or n > 2", "", id="or another"),
        pytest.param("n in ('LSTM', 'GRU')", "", id="of another name"),
        pytest.param("kind in ('LSTM', n)", "", id="not written"),
        pytest.param("kind in ('LSTM', 'GRU')", "kind = n; ", id="set anew"),
    ],
)
def test_a_test_that_leaves_other_names(test: str, before: str) -> None:
    found = findings(HEAD + ASKED.format(test, before))
    assert any("AttributeError" in f.message.en for f in found)


@pytest.mark.parametrize(
    ("test", "names"),
    [
        ("kind in ['LSTM', 'GRU']", "LSTM GRU"),
        ("n > 2 and kind in {'RNN'}", "RNN"),
        ("kind == 'LSTM'", "LSTM"),
    ],
)
def test_what_is_asked_before_is_all_that_can_be_meant(test: str, names: str) -> None:
    source = HEAD + ASKED.format(test, "")
    assert not any("AttributeError" in f.message.en for f in findings(source))
    text = fixed(source, unsafe=True)
    namespace = text[text.index("SimpleNamespace(") : text.index(", kind)")]
    found = [one for one in ("LSTM", "GRU", "RNN") if f"{one}=" in namespace]
    assert found == names.split()


def test_a_name_that_may_have_come_from_elsewhere_is_told_of() -> None:
    source = (
        "def f(n, kind):\n    if n:\n        kind = 'Softplus'\n    return getattr(nn, kind)()\n"
    )
    assert any("AttributeError" in f.message.en for f in findings(HEAD + source))


def test_the_most_used_activations_and_optimizers_stand_beside_what_is_told() -> None:
    source = "def f(act, opt, p):\n    return getattr(nn, act)(), getattr(torch.optim, opt)(p)\n"
    after = fixed(HEAD + source, unsafe=True)
    assert "PReLU=PReLU" in after and "Adam=Adam" in after and "import torch" not in after


def test_dtypes_have_the_same_names() -> None:
    source = "def f(config):\n    return getattr(torch, config.dtype)\n"
    after = fixed(f"import torch\n\n\n{source}", unsafe=True)
    assert "return getattr(ms, config.dtype)" in after and "import torch" not in after
    assert fixed(f"import torch\n\n\n{source}").endswith(source)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("print(torch.optim)", id="printed"),
        pytest.param("names = dir(torch.optim)", id="asked for all of its names"),
        pytest.param("make('Blob', torch.linalg)", id="a module of functions"),
        pytest.param("make('Blob', torch.optim.lr_scheduler)", id="no name of torch's"),
    ],
)
def test_a_module_that_is_handed_on_and_stays(line: str) -> None:
    after = fixed(f"{HEAD}kind = 'SGD'\n{line}\n", unsafe=True)
    assert after.endswith(f"{line}\n")
    assert [f.severity for f in told(f"{HEAD}kind = 'SGD'\n{line}\n")] == ["error"]


def test_a_module_that_a_function_is_given_becomes_the_classes_named() -> None:
    source = "config = {'type': 'AdamW'}\nopt = make('optimizer', torch.optim, params)\n"
    after = fixed(HEAD + source, unsafe=True)
    assert "make('optimizer', types.SimpleNamespace(AdamW=AdamW), params)\n" in after
    assert "import torch" not in after


def test_classes_may_be_named_in_a_configuration_file(tmp_path: Path) -> None:
    text = (
        '{"optimizer": {"type": "RMSprop"}, "lr_scheduler": {"type": "StepLR"}, "n": "Optimizer"}'
    )
    tmp_path.joinpath("config.json").write_text(text)
    source = (
        "import torch\n\nopt = config.make('optimizer', torch.optim, params)\n"
        "sched = config.make('lr_scheduler', module=torch.optim.lr_scheduler, given=[opt])\n"
        "other = getattr(torch.optim, config['optimizer']['type'])(params)\n"
    )
    path = tmp_path / "train.py"
    path.write_text(source)
    result = fix_document(Document(str(path), source), Config(), Workspace([tmp_path]), unsafe=True)
    after = result.document.text
    assert "make('optimizer', types.SimpleNamespace(RMSprop=RMSprop), params)" in after
    assert "module=types.SimpleNamespace(StepLR=optim.lr_scheduler.StepLR)," in after
    assert "RMSprop=RMSprop,\n    Adam=Adam,\n" in after
    assert "Optimizer=" not in after
