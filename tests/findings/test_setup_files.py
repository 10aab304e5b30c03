"""What setup.py asks for: torch becomes MindSpore, and what is no requirement stays."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "from setuptools import setup\n\n"


@pytest.mark.parametrize(
    "source",
    [
        'setup(name="torch", keywords=["torch"], description="torch>=1")\n',
        'setup(install_requires=["numpy", "mytorch==1"])\n',
        'build(install_requires=["torch"])\n',
        'setup(install_requires=open("requirements.txt").read().splitlines())\n',
    ],
)
def test_leaves_alone(source: str) -> None:
    assert fixed(HEADER + source) == HEADER + source
    assert findings(HEADER + source) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            'setup(install_requires=["torch>=1.7", "numpy"])\n',
            'setup(install_requires=["mindspore>=2.10", "numpy<2"])\n',
        ),
        (
            "NEEDED = [u'torch', 'tqdm']\nsetup(install_requires=NEEDED + ['scipy'])\n",
            "NEEDED = [u'mindspore', 'tqdm']\nsetup(install_requires=NEEDED + ['scipy'])\n",
        ),
        (
            'setup(extras_require={"gpu": ("torch==1.9.0",)})\n',
            'setup(extras_require={"gpu": ("mindspore==2.10",)})\n',
        ),
    ],
)
def test_torch_becomes_mindspore(source: str, expected: str) -> None:
    assert fixed(HEADER + source) == HEADER + expected


def test_packages_that_build_on_torch_are_told() -> None:
    source = HEADER + 'setup(install_requires=["torchvision>=0.8", "timm"])\n'
    assert [one.symbol for one in findings(source)] == ["torchvision", "timm"]
