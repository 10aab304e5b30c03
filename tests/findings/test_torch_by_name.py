"""Calls that ask for torch by its name in text are told (MP113)."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindport.report import Finding

from .conftest import findings, fixed

HEADER = "import importlib\nimport numpy as np\nimport torch\nnet = torch.nn.ReLU()\n"


def told(line: str) -> list[Finding]:
    return [f for f in findings(f"{HEADER}{line}\n") if f.code == "MP113"]


@pytest.mark.parametrize(
    "line",
    [
        "importlib.import_module('numpy')",
        "importlib.import_module(name)",
        "importlib.import_module('torchy.nn')",
        "importlib.import_module('.torch', __package__)",
        "importlib.metadata.version('numpy')",
        "print('torch')",
        "scipy, has = optional_import('scipy', name='stats')",
        "nvtx, _ = optional_import('torch._C._nvtx', descriptor='no nvtx')",
        "logger.version('v1 torch')",
        "plt.set_backend('agg')",
        "try:\n    importlib.import_module('torch_xla')\nexcept ImportError:\n    pass",
        "try:\n    v = importlib.metadata.version('torchvision')\nexcept Exception:\n    v = ''",
    ],
)
def test_leaves_alone(line: str) -> None:
    assert told(line) == []


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("m = importlib.import_module('torch.nn')", "torch"),
        ("m = importlib.import_module(f'torchvision.{name}')", "torchvision"),
        ("m = __import__('torchvision').ops", "torchvision"),
        ("has = importlib.util.find_spec('torch') is not None", "torch"),
        ("v = pkg_resources.get_distribution('torch').version", "torch"),
        ("tl.set_backend('pytorch')", "torch"),
    ],
)
def test_text_that_names_torch(line: str, name: str) -> None:
    (finding,) = told(line)
    assert finding.symbol == name
    assert finding.fix is None
    assert "torch" in finding.message.zh


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("v = importlib.metadata.version('torchvision')", "'0.29.1'"),
        ("from importlib.metadata import version\nprint(version('torch'))", "'2.13.0'"),
        ("from importlib import metadata\nprint(metadata.version('torch'))", "'2.13.0'"),
    ],
)
def test_a_version_that_is_asked_for_is_written(line: str, version: str) -> None:
    (finding,) = told(line)
    assert finding.fix is not None
    assert finding.fix.applicability == "unsafe"
    assert finding.fix.edits[0].pieces == (version,)


@pytest.mark.parametrize(
    "line", ["v = mine.version('torch')", "v = importlib.metadata.version('torchtext')"]
)
def test_another_version_stays_to_be_looked_at(line: str) -> None:
    (finding,) = told(line)
    assert finding.fix is None


def test_a_module_that_is_loaded_to_take_something_of_it_is_imported() -> None:
    source = (
        "import importlib\n\n\ndef f(p, name='SGD'):\n"
        "    return getattr(importlib.import_module('torch.optim'), name)(p, lr=0.1)\n"
    )
    after = fixed(source, unsafe=True)
    assert "SGD=SGD" in after and "import torch" not in after


@pytest.mark.parametrize(
    ("line", "after"),
    [
        (
            "rearrange, has = optional_import('einops', name='rearrange')\n"
            "def f(x: torch.Tensor):\n    return rearrange(x, 'b c h -> b h c'), has",
            "return x.permute(0, 2, 1), has",
        ),
        (
            "if net:\n    one, _ = optional_import('einops')\n"
            "    y = one.rearrange(torch.ones(2, 3, 4), 'b c h -> b (c h)')",
            "    _ = True\n    y = mint.ones((2, 3, 4)).flatten(1)",
        ),
        (
            "fft, _ = optional_import('torch.fft')\ny = fft.fftn(torch.ones(3))",
            "y = ops.fftn(mint.ones((3,)))",
        ),
    ],
)
def test_what_is_loaded_if_it_is_there_is_imported(line: str, after: str) -> None:
    assert after in fixed(f"{HEADER}{line}\n")


LOAD = "import importlib\n\ndef load(name):\n    return importlib.import_module(name)\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("model:\n  target: models.Net\n  index: torch.txt\n", ""),
        ("model:\n  target: torch.nn.Identity\n", "torch.nn.Identity"),
        ('{"_target_": "torchvision.models.resnet18"}', "torchvision.models.resnet18"),
    ],
)
def test_classes_that_a_configuration_file_names(tmp_path: Path, text: str, names: str) -> None:
    tmp_path.joinpath("config.yaml").write_text(text)
    path = tmp_path / "program.py"
    path.write_text(LOAD)
    found = [f.message.en for f in findings(LOAD, path=str(path)) if f.code == "MP113"]
    assert len(found) == bool(names) and all(f"says so: {names}." in one for one in found)
