"""Sums of datasets: what stands behind the other."""

from __future__ import annotations

from mindport.symbols.values import UNKNOWN, ClassInfo, Value, instance

HOMES = ("torch.utils.data.", "torchvision.datasets.")
OTHERS = ("DataLoader", "Sampler")
STREAMS = frozenset({"IterableDataset", "ChainDataset"})


def joined_data(value: Value) -> Value:
    """What ``value + other`` is where the value is a dataset of torch's or derives from one; unknown for
    other values, and where a class says itself what + is."""
    name = value.name if value.kind == "instance" else ""
    if value.kind == "object" and isinstance(value.info, ClassInfo) and not _adds(value):
        name = value.info.torch_base or ""
    home = next((home for home in HOMES if name.startswith(home)), "")
    short = name.removeprefix(home)
    if not home or short.endswith(OTHERS):
        return UNKNOWN
    return instance(f"{HOMES[0]}{'ChainDataset' if short in STREAMS else 'ConcatDataset'}")


def _adds(value: Value) -> bool:
    """Whether the class, or one of the user's that it derives from, says what + is."""
    info = value.info
    return isinstance(info, ClassInfo) and (
        "__add__" in info.methods or any(_adds(base) for base in info.bases)
    )
