"""Where MindSpore and PyTorch document an API.

MindSpore's pages lie at ``/docs/LANGUAGE/rVERSION/api_python/GROUP/NAME.html``, where the group is
the module below ``mindspore``; PyTorch's at ``/docs/stable/generated/NAME.html``.
"""

from __future__ import annotations

import re

from mindport.target import Target
from mindport.texts import Language

MINDSPORE = "https://www.mindspore.cn/docs"
TORCH = "https://docs.pytorch.org/docs/stable/generated"
TORCHVISION = "https://docs.pytorch.org/vision/stable/generated"
TORCHAUDIO = "https://docs.pytorch.org/audio/stable"
EINOPS = "https://einops.rocks"
GROUPS = ("mint", "nn", "ops", "dataset", "amp", "train", "communication", "scipy", "numpy")
API = re.compile(r"mindspore(\.\w+)+")


def mindspore_link(api: str, target: Target, language: Language) -> str | None:
    """The page of a full dotted name, such as ``mindspore.nn.Conv2d``."""
    if not API.fullmatch(api):
        return None
    folder = "zh-CN" if language == "zh" else "en"
    major, minor, patch = (*target.version, 0, 0)[:3]
    first = api.split(".")[1]
    group = "mindspore/Tensor" if first == "Tensor" else "mindspore"
    if first in GROUPS:
        group = first
    return f"{MINDSPORE}/{folder}/r{major}.{minor}.{patch}/api_python/{group}/{api}.html"


def torch_link(symbol: str) -> str:
    """The page of a canonical symbol."""
    if symbol.startswith("einops."):
        return EINOPS
    if symbol.startswith("torchaudio.compliance.kaldi"):
        return f"{TORCHAUDIO}/compliance.kaldi.html"
    if symbol.startswith("torchaudio."):
        return f"{TORCHAUDIO}/generated/{symbol}.html"
    root = TORCHVISION if symbol.startswith("torchvision.") else TORCH
    return f"{root}/{symbol}.html"
