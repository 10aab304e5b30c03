"""What is kept of ``p.data`` before it is assigned to is a copy."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

EMA = """import torch


class EMA:
    def __init__(self, model: torch.nn.Module):
        self.model = model
        self.shadow, self.backup = {}, {}

    def apply(self):
        for name, param in self.model.named_parameters():
            KEEP
            STORE
"""
STORE = "param.data = self.shadow[name]"


def told(keep: str, store: str = STORE) -> list[str]:
    source = EMA.replace("KEEP", keep).replace("STORE", store)
    return [f.message.en for f in findings(source) if f.code == "MP215" and "copy" in f.message.en]


@pytest.mark.parametrize(
    ("keep", "store"),
    [
        ("self.backup[name] = param.data.clone()", STORE),
        ("self.backup[name] = param.data", "param.data.copy_(self.shadow[name])"),
        ("old = param.data * 2", STORE),
        ("print(param.data)", STORE),
        ("old = param.data", f"{STORE}; print(name)"),
        ("old = param.data", "print(old)"),
    ],
)
def test_leaves_alone(keep: str, store: str) -> None:
    assert told(keep, store) == []


@pytest.mark.parametrize(
    ("keep", "after"),
    [
        ("self.backup[name] = param.data", "self.backup[name] = param.data.copy()"),
        ("self.backup.append(param.data)", "self.backup.append(param.data.copy())"),
        ("self.last = param.data", "self.last = param.data.copy()"),
    ],
)
def test_a_copy_is_kept(keep: str, after: str) -> None:
    assert len(told(keep)) == 1
    source = EMA.replace("KEEP", keep).replace("STORE", STORE)
    assert f"            {after}\n" in fixed(source)


def test_a_name_that_is_read_behind_the_assignment_is_a_copy() -> None:
    store = f"{STORE}\n            print(old)"
    assert len(told("old = param.data", store)) == 1
    source = EMA.replace("KEEP", "old = param.data").replace("STORE", store)
    assert "            old = param.data.copy()\n" in fixed(source)
