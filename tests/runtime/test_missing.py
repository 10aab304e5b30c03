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
    "use", ["torch.zeros(3)", "len(torch.Size)", "isinstance(1, torch.Tensor)", "1 + torch.pi"]
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
    installed = tmp_path / "site-packages"
    installed.mkdir()
    text = "from typing import Dict\nimport torch\nx: Dict[str, torch.Tensor] = {}\n"
    (installed / "both.py").write_text(text)
    source = (
        f"import sys\nsys.path.append({str(installed)!r})\nimport torch\n"
        "try:\n    import both\nexcept ImportError as error:\n    print(error.name)\n"
    )
    assert run(source) == "torch"
