"""Tests of torch's version take the branches of the torch whose meaning is kept."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed


@pytest.mark.parametrize(
    "test",
    [
        "torch.__version__ >= '2.4'",  # as texts "2.13.0" < "2.4"
        "'1.5' < torch.__version__ < '2.4'",
        "torch.__version__ >= least",
        "(version := torch.__version__)",
    ],
)
def test_is_compared_as_a_version_where_text_would_not_do(test: str) -> None:
    source = f"import torch\n\nleast = '1.5'\nflag = {test}\n"
    (finding,) = [f for f in findings(source) if f.symbol == "torch.__version__"]
    assert finding.fix is not None
    assert finding.fix.applicability == "unsafe"
    written = test.replace("torch.__version__", "TorchVersion('2.13.0')")
    assert f"flag = {written}\n" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("test", "after"),
    [
        ("torch.__version__ < '1.5'", "'2.13.0' < '1.5'"),
        ("'1.7.0' <= torch.__version__", "'1.7.0' <= '2.13.0'"),
        ("torch.__version__ != 'parrots'", "'2.13.0' != 'parrots'"),
        ("Version(torch.__version__) >= Version('2.4')", "Version('2.13.0') >= Version('2.4')"),
        ("int(torch.__version__.split('.')[0])", "int('2.13.0'.split('.')[0])"),
    ],
)
def test_is_mended_where_unsafe_fixes_are_wanted(test: str, after: str) -> None:
    source = f"import torch\nfrom packaging.version import Version\n\nflag = {test}\n"
    assert f"flag = {after}" in fixed(source, unsafe=True)
    assert f"flag = {test}" in fixed(source)
