"""What the code is to run on: MindSpore's version, the devices, the execution mode."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

Device = Literal["Ascend", "GPU", "CPU"]
Mode = Literal["PYNATIVE", "GRAPH"]

DEVICES: tuple[Device, ...] = get_args(Device)
MODES: tuple[Mode, ...] = get_args(Mode)
OLDEST, NEWEST = "2.7", "2.10"


@dataclass(frozen=True, slots=True)
class Target:
    """Ascend and CPU by default: what is proved on a workstation is what runs on the Ascend."""

    mindspore: str = NEWEST
    devices: tuple[Device, ...] = ("Ascend", "CPU")
    mode: Mode = "PYNATIVE"

    @property
    def version(self) -> tuple[int, ...]:
        return parse_version(self.mindspore)

    def __str__(self) -> str:
        return f"MindSpore {self.mindspore} · {', '.join(self.devices)} · {self.mode}"


@cache
def parse_version(text: str) -> tuple[int, ...]:
    """``"2.10.0"`` as ``(2, 10, 0)``.

    Raises:
        ValueError: ``text`` is not numbers with dots between.
    """
    try:
        return tuple(int(part) for part in text.split("."))
    except ValueError:
        raise ValueError(f"{text!r} is not a MindSpore version; write it like {NEWEST!r}") from None
