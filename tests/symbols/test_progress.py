"""Bars hand on what they iterate over."""

from __future__ import annotations

import pytest

from tests.findings.conftest import fixed

HEAD = "import torch\nfrom torch.utils.data import DataLoader\n"


@pytest.mark.parametrize(
    ("imports", "loop"),
    [
        ("from tqdm import tqdm", "for x, y in tqdm(loader, desc='a'):"),
        ("from tqdm.auto import tqdm", "for i, (x, y) in enumerate(tqdm(loader)):"),
        ("import tqdm", "for x, y in tqdm.tqdm(loader):"),
        ("from rich.progress import track", "for x, y in track(loader):"),
    ],
)
def test_what_a_loader_gives_is_a_tensor_behind_a_bar(imports: str, loop: str) -> None:
    source = f"{HEAD}{imports}\nloader = DataLoader([])\n{loop}\n    print(x.size(0))\n"
    assert "print(x.shape[0])" in fixed(source, unsafe=True)
