"""What takes the place of torch's holders of layers and parameters: an empty one is false."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed


@pytest.mark.parametrize("name", ["ModuleDict", "ParameterDict", "ParameterList"])
def test_its_length_tells(name: str) -> None:
    source = f"from torch import nn\n\nheld = nn.{name}()\nif held:\n    print(held)\n"
    assert "    def __bool__(self):\n        return len(self) > 0\n" in fixed(source)
