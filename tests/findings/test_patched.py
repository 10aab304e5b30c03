"""A function of torch's that the program replaces: ``torch.save = save``."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\nfrom functools import partial\n\n\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("class A:\n    pass\n\n\nA.save = print\n", id="a class of one's own"),
        pytest.param("torch.backends.cudnn.benchmark = True\n", id="a setting"),
        pytest.param("save = torch.save\n", id="a name for it"),
    ],
)
def test_leaves_alone(source: str) -> None:
    assert not [f for f in findings(HEADER + source) if "replaces a function" in f.message.en]


def test_the_patch_goes_with_a_word_of_caution() -> None:
    source = (
        HEADER + "torch.load = partial(torch.load, weights_only=False)\nstate = torch.load('a')\n"
    )
    [finding] = [f for f in findings(source) if "replaces a function" in f.message.en]
    assert (finding.code, finding.severity) == ("MP103", "warning")
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert "torch.load = " in fixed(source)
    text = fixed(source, unsafe=True)
    assert "torch" not in text.partition("state = ")[2] and "torch.load =" not in text


def test_several_targets_stay_marked() -> None:
    found = findings(HEADER + "torch.save = torch.load = print\n")
    assert found and all(f.fix is None for f in found if f.symbol.startswith("torch."))
