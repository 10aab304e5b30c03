"""What stands in for torch where migrated code runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HIDE = "from mindport.runtime.missing import hide_torch, NotMigratedError\nhide_torch()\n"


def run(source: str) -> str:
    """What a program prints that runs without torch."""
    command = [sys.executable, "-c", HIDE + source]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_an_import_that_nothing_needs_does_no_harm() -> None:
    assert run("import torch\nfrom torch.nn import functional as F\nprint(1)\n") == "1"


@pytest.mark.parametrize(
    "use",
    [
        "torch.zeros(3)",
        "torch.Size()",
        "len(torch.Size)",
        "isinstance(1, torch.Tensor)",
        "1 + torch.pi",
        "torch.Tensor.mine = 3",
    ],
)
def test_every_use_says_what_it_is(use: str) -> None:
    source = f"import torch\ntry:\n    {use}\nexcept NotMigratedError as error:\n    print(error)\n"
    assert run(source).startswith("torch.")


def test_libraries_that_ask_whether_a_class_is_torchs_go_on() -> None:
    source = (
        "import torch\nimport numpy as np\nprint(issubclass(np.ndarray, torch.Tensor))\n"
        "from scipy import stats\nprint(stats.norm.cdf(0.0))\n"
    )
    assert run(source).split() == ["False", "0.5"]


def test_an_installed_library_finds_no_torch(tmp_path: Path) -> None:
    text = "from typing import Dict\nimport torch\nx: Dict[str, torch.Tensor] = {}\n"
    installed(tmp_path, "both.py", text)
    program = tmp_path / "program.py"
    program.write_text(
        "import torch\ntry:\n    import both\nexcept ImportError as error:\n    print(error.name)\n"
    )
    source = f"import runpy\nrunpy.run_path({str(program)!r})\n"
    assert run(in_folder(tmp_path) + source) == "torch"


@pytest.mark.parametrize(
    ("imports", "use"),
    [
        ("import spread", "spread.Accelerator()"),
        ("from spread import Accelerator", "Accelerator()"),
        ("from spread.tools import gather", "gather(1)"),
        ("import half.torch", "half.torch.save_file({})"),
    ],
)
def test_an_installed_package_that_needs_torch_is_told_where_it_is_used(
    tmp_path: Path, imports: str, use: str
) -> None:
    installed(tmp_path, "spread/__init__.py", "from .tools import gather\n")
    needs = (
        "import torch\nimport half\ndef gather(x): ...\nclass Accelerator(torch.nn.Module): ...\n"
    )
    installed(tmp_path, "spread/tools.py", needs)
    installed(tmp_path, "half/__init__.py", "x = 1\n")
    installed(tmp_path, "half/torch.py", "import torch\nEMPTY = torch.zeros(0)\n")
    source = f"{imports}\nprint(1)\ntry:\n    {use}\nexcept NotMigratedError as error:\n"
    started, told = run(in_folder(tmp_path) + source + "    print(error)\n").splitlines()
    assert started == "1"
    assert told.endswith(" is used here, and was not migrated")


def test_what_a_file_has_in_place_of_an_installed_package_is_taken(tmp_path: Path) -> None:
    installed(tmp_path, "spread.py", "import torch\nEMPTY = torch.zeros(0)\n")
    program = tmp_path / "program.py"
    program.write_text(
        "try:\n    import spread\nexcept ImportError:\n    spread = None\nprint(spread)\n"
    )
    source = f"import runpy\nrunpy.run_path({str(program)!r})\n"
    assert run(in_folder(tmp_path) + source) == "None"


def test_an_installed_package_that_needs_no_torch_is_itself(tmp_path: Path) -> None:
    installed(tmp_path, "plain/__init__.py", "from . import inner\n")
    installed(tmp_path, "plain/inner.py", "x = 7\n")
    source = "import plain.inner, json\nprint(plain.inner.x, type(plain.__loader__).__name__)\n"
    assert run(in_folder(tmp_path) + source) == "7 SourceFileLoader"


def test_another_error_of_an_installed_package_stays(tmp_path: Path) -> None:
    installed(tmp_path, "broken.py", "import nowhere_to_be_found\n")
    source = "import importlib\ntry:\n    importlib.import_module('broken')\n"
    source += "except ImportError as error:\n    print(error.name)\n"
    assert run(in_folder(tmp_path) + source) == "nowhere_to_be_found"


def test_a_class_may_derive_from_torchs_and_is_told_where_it_is_made() -> None:
    source = (
        "from torchvision.models import vision_transformer\nfrom mindspore import nn\n"
        "class Encoder(nn.Cell, vision_transformer.Encoder): ...\nclass Deep(Encoder): ...\n"
        "print(1)\nfor kind in (Encoder, Deep):\n"
        "    try:\n        kind()\n    except NotMigratedError as error:\n        print(error)\n"
    )
    told = "torchvision.models.vision_transformer.Encoder is used here, and was not migrated"
    assert run(source).splitlines() == ["1", told, told]


def test_what_a_module_makes_and_nothing_uses_does_no_harm(tmp_path: Path) -> None:
    text = "import torch\nKWARGS = torch.distributed.Options(1)\n"
    tmp_path.joinpath("options.py").write_text(text)
    source = f"import sys\nsys.path.append({str(tmp_path)!r})\nimport options\nprint(1)\n"
    use = "try:\n    options.KWARGS.x + 1\nexcept NotMigratedError as error:\n    print(error)\n"
    told = "torch.distributed.Options().x is used here, and was not migrated"
    assert run(source + use).splitlines() == ["1", told]


def imported(folder: Path, text: str, use: str) -> list[str]:
    """What is printed by a program that imports ``text`` as a module ``made``."""
    folder.joinpath("made.py").write_text(f"import torch\n{text}")
    begin = f"import sys\nsys.path.append({str(folder)!r})\nimport made\nprint(1)\n"
    told = f"try:\n    print({use})\nexcept NotMigratedError as error:\n    print(error)\n"
    return run(begin + told).splitlines()


@pytest.mark.parametrize(
    ("text", "use", "told"),
    [
        pytest.param(
            "class Style:\n    def __init__(self, given=None):\n"
            "        self.layout = given or torch.distributed.tensor.Replicate()\n"
            "STYLES = [Style(), Style(torch.distributed.tensor.Shard(1))]",
            "made.STYLES[1].layout.dim + 1",
            "torch.distributed.tensor.Shard().dim",
            id="by a class of its own",
        ),
        pytest.param(
            "torch.library.custom_op('a::b', print, mutates_args=())",
            "torch.ops.a.b(1)".replace("torch", "made.torch"),
            "torch.ops.a.b",
            id="registers an operator",
        ),
        pytest.param(
            "def graph(key) -> torch.cuda.CUDAGraph | None: ...\nTYPE = None | torch.Size",
            "made.torch.pi | 1",
            "torch.pi",
            id="annotates",
        ),
    ],
)
def test_what_a_module_makes_on_its_import(tmp_path: Path, text: str, use: str, told: str) -> None:
    assert imported(tmp_path, text, use) == ["1", f"{told} is used here, and was not migrated"]


@pytest.mark.parametrize(
    "value", ["1", "None", "[]", "np.ones(2)", "ms.Tensor([1])", "nn.Dense(1, 1)", "Net()"]
)
def test_what_is_certainly_of_no_class_of_torchs(value: str) -> None:
    head = "import torch\nimport numpy as np\nimport mindspore as ms\nfrom mindspore import nn\n"
    head += "class Net(nn.Cell): ...\n"
    assert run(f"{head}print(isinstance({value}, (str, torch.nn.MultiheadAttention)))") == "False"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("ms.Tensor([1])", "torch.FloatTensor"),
        ("ms.Parameter(ms.Tensor([1]))", "torch.nn.Parameter"),
        ("nn.Dropout(p=0.5)", "torch.nn.Dropout"),
        ("nn.Dense(1, 1)", "torch.nn.Linear"),
        ("Net()", "torch.nn.Module"),
        ("Data()", "torch.utils.data.Dataset"),
    ],
)
def test_what_may_be_of_a_class_that_torchs_became(value: str, kind: str) -> None:
    head = "import torch\nimport mindspore as ms\nfrom mindspore import nn\nclass Data: ...\n"
    head += "class Net(nn.Cell): ...\n"
    asked = f"try:\n    print(isinstance({value}, {kind}))\nexcept NotMigratedError as error:\n"
    assert run(f"{head}{asked}    print(error)\n").startswith(kind)


def installed(folder: Path, name: str, text: str) -> None:
    """Put a file into a folder of installed packages."""
    path = folder / "site-packages" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def in_folder(folder: Path) -> str:
    return f"import sys\nsys.path.append({str(folder / 'site-packages')!r})\n"


def test_a_library_may_ask_which_torchvision_is_there() -> None:
    assert run("import torchvision\nprint(torchvision.__version__)\n") == "0.29.1"
    assert run("import torch\nprint(hasattr(torch, '__version__'))\n") == "False"
