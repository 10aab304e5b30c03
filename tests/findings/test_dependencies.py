"""Lists of dependencies: what asks for torch asks for MindSpore, and nothing else of a file changes."""

from __future__ import annotations

import pytest

from mindport.document import Document
from mindport.findings.dependencies import dependency_report, fixed_text, kind_of
from mindport.target import Target


def fixed(path: str, text: str) -> str:
    document = Document(path, text)
    return fixed_text(document, dependency_report(document, Target()))[0]


def told(path: str, text: str) -> list[str]:
    return [f.symbol for f in dependency_report(Document(path, text), Target()).findings]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("requirements.txt", "requirements"),
        ("a/requirements-dev.txt", "requirements"),
        ("dev_requirements.in", "requirements"),
        ("requirements/train.txt", "requirements"),
        ("pyproject.toml", "pyproject"),
        ("setup.cfg", "setup"),
        ("environment.yml", "conda"),
        ("envs/environment-gpu.yaml", "conda"),
        ("notes.txt", None),
        ("config.yaml", None),
        ("setup.py", None),
    ],
)
def test_files_are_known_by_their_names(path: str, kind: str | None) -> None:
    assert kind_of(path) == kind


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("requirements.txt", "numpy\nmytorch==1\ntorch_tb_profiler\n", id="others"),
        pytest.param(
            "requirements.txt", "# torch==2\n-r torch.txt\n-e torch\n", id="no-requirement"
        ),
        pytest.param(
            "pyproject.toml",
            '[project]\nname = "torch"\nkeywords = ["torch"]\ndescription = "torch>=1"\n',
            id="words",
        ),
        pytest.param("pyproject.toml", '[tool.ruff]\nselect = ["torch"]\n', id="other-tables"),
        pytest.param("setup.cfg", "[metadata]\nname = torch\n[isort]\nknown = torch\n", id="setup"),
        pytest.param("environment.yml", "name: torch\nchannels:\n  - pytorch\n", id="channels"),
    ],
)
def test_leaves_alone(path: str, text: str) -> None:
    assert fixed(path, text) == text
    assert told(path, text) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch\n", "mindspore\n"),
        ("torch==2.1.0+cu118  # why\r\nnumpy\r\n", "mindspore==2.10  # why\r\nnumpy<2\r\n"),
        (
            "  Torch [opt] >= 1.8, < 3 ; python_version<'3.12'",
            "  mindspore>=2.10 ; python_version<'3.12'",
        ),
        ("torch==2.*\n", "mindspore>=2.10\n"),
        ("torch~=2.1\ntorchvision\n", "mindspore>=2.10\ntorchvision\n"),
        ("torch @ https://a.b/torch-2.whl ; x\n", "mindspore==2.10 ; x\n"),
    ],
)
def test_requirements(before: str, after: str) -> None:
    assert fixed("requirements.txt", before) == after


def test_pyproject() -> None:
    text = """\
[build-system]
requires = ["setuptools", 'torch>=2']  # "torch"

[project]
dependencies = [
  "torch ; sys_platform != 'win32'",  # keep
  "timm",
]

[project.optional-dependencies]
dev = ["torch==2.0", "pytest"]

[tool.poetry.dependencies]
torch = "^2.0"
torchaudio = { version = "2" }
"""
    assert fixed("pyproject.toml", text) == (
        text.replace("'torch>=2'", "'mindspore>=2.10'")
        .replace('"torch ;', '"mindspore ;')
        .replace('"torch==2.0"', '"mindspore==2.10"')
        .replace('torch = "^2.0"', 'mindspore = ">=2.10"')
    )
    assert told("pyproject.toml", text) == [
        "torch",
        "torch",
        "timm",
        "torch",
        "torch",
        "torchaudio",
    ]


def test_conda_packages_are_told_and_those_of_pip_are_fixed() -> None:
    text = """\
dependencies:
  - pytorch::pytorch=1.13=py3
  - cudatoolkit=11.3
  - pip:
    - torch==2.0  # pinned
    - flash-attn
  - torchvision
"""
    assert fixed("environment.yml", text) == text.replace("torch==2.0 ", "mindspore==2.10 ")
    expected = ["pytorch", "cudatoolkit", "torch", "flash-attn", "torchvision"]
    assert told("environment.yml", text) == expected


def test_a_requirement_with_hashes_is_told_and_stays() -> None:
    text = "torch==2.0 \\\n    --hash=sha256:aa\nnumpy\n"
    assert told("requirements.txt", text) == ["torch", "numpy"]
    assert fixed("requirements.txt", text) == text.replace("numpy", "numpy<2")


@pytest.mark.parametrize(
    "asked", ["numpy<2", "numpy==1.26.4", "numpy~=1.24", "numpy>=1.2, <2.0", "numpyro"]
)
@pytest.mark.parametrize("beside", ["torch", "mindspore", "scipy"])
def test_an_old_numpy_is_left_alone(asked: str, beside: str) -> None:
    assert "numpy" not in told("requirements.txt", f"{beside}\n{asked}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("numpy", "numpy<2"),
        ("numpy>=1.20  # arrays", "numpy>=1.20,<2  # arrays"),
        ("numpy ; python_version>'3.9'", "numpy<2 ; python_version>'3.9'"),
        ("numpy>=2.0", "numpy>=2.0"),
        ("numpy==2.1.0", "numpy==2.1.0"),
        ("numpy>=1.20,<3", "numpy>=1.20,<3"),
        ("numpy>=1.20 --hash=sha256:aa", "numpy>=1.20 --hash=sha256:aa"),
    ],
)
def test_numpy_stays_before_2(before: str, after: str) -> None:
    text = f"mindspore==2.10\n{before}\n"
    assert told("requirements.txt", text) == ["numpy"]
    assert fixed("requirements.txt", text) == f"mindspore==2.10\n{after}\n"


def test_numpy_of_poetry() -> None:
    text = '[tool.poetry.dependencies]\ntorch = "^2.0"\nnumpy = "*"\n'
    expected = '[tool.poetry.dependencies]\nmindspore = ">=2.10"\nnumpy = "<2"\n'
    assert fixed("pyproject.toml", text) == expected
    assert "numpy" not in told("pyproject.toml", text.replace('"*"', '"^1.24"'))


def test_the_index_of_torch_is_told() -> None:
    text = "-f https://download.pytorch.org/whl/torch_stable.html\nnumpy\n"
    assert told("requirements.txt", text) == ["torch"]
    assert fixed("requirements.txt", text) == text


def test_setup_cfg() -> None:
    text = (
        "[options]\ninstall_requires =\n    torch >=1.7\n    timm\n    numpy\n\n"
        "[options.extras_require]\ngpu = torch==1.9\n"
    )
    after = text.replace("torch >=1.7", "mindspore>=2.10").replace("torch==1.9", "mindspore==2.10")
    after = after.replace("    numpy\n", "    numpy<2\n")
    assert fixed("setup.cfg", text) == after
    assert told("setup.cfg", text) == ["torch", "timm", "numpy", "torch"]
