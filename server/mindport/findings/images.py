"""Transforms of torchvision that get tensors: MindSpore's take images, and are no layers."""

from __future__ import annotations

import ast

from mindport.findings.site import Site
from mindport.nodes import find
from mindport.report import Finding
from mindport.symbols.uses import Use
from mindport.texts import Text

ROOT = "torchvision.transforms."
MAKE_TENSORS = frozenset({"ToTensor", "PILToTensor", "ToImage"})
MAKE_IMAGES = frozenset({"ToPILImage"})
LAYERS = frozenset({"Sequential", "SequentialCell", "ModuleList", "CellList"})
TAKE_IMAGES = frozenset(
    {"CenterCrop", "ColorJitter", "Grayscale", "Pad", "RandomCrop", "RandomGrayscale",
     "RandomHorizontalFlip", "RandomResizedCrop", "RandomRotation", "RandomVerticalFlip", "Resize"}
)  # fmt: skip


def image_finding(site: Site, use: Use) -> Finding | None:
    """A transform of images in a list where one before it makes a tensor, or among layers.

    The names in the list decide, so that it is found as well where those before were moved.
    """
    if not use.symbol.startswith(ROOT) or use.call is None:
        return None
    name = use.symbol.rpartition(".")[2]
    span = site.document.span(use.node)
    outer = site.parent(use.call, use.statement)
    if isinstance(outer, ast.List):
        outer = site.parent(outer, use.statement)
    if name[:1].isupper() and isinstance(outer, ast.Call) and _name(outer) in LAYERS:
        message = Text(
            f"{use.symbol} is a layer here, which gets tensors; what MindSpore has in its place "
            "transforms images, and is no Cell. Transform the images in the dataset, or write a Cell.",
            f"{use.symbol} 在此处用作网络层，得到的是张量；MindSpore 的对应变换处理图像，不是 Cell。"
            "请在数据集中变换图像，或编写一个 Cell。",
        )
        return Finding("MP102", "error", use.symbol, None, use.confidence, message, span)
    if name not in TAKE_IMAGES or not _gets_tensor(site, use.call):
        return None
    message = Text(
        f"{use.symbol} gets a tensor here; what MindSpore has in its place takes PIL images. Put it before "
        "what makes the tensor.",
        f"{use.symbol} 在此处得到的是张量，而 MindSpore 的对应变换只接受 PIL 图像。请将其放在转换为张量之前。",
    )
    return Finding("MP102", "error", use.symbol, None, use.confidence, message, span)


def _gets_tensor(site: Site, call: ast.Call) -> bool:
    assert site.document.tree is not None
    for items in find(site.document.tree, ast.List):
        if call not in items.elts:
            continue
        tensor = False
        for item in items.elts[: items.elts.index(call)]:
            name = _name(item)
            tensor = name in MAKE_TENSORS or (tensor and name not in MAKE_IMAGES)
        return tensor
    return False


def _name(node: ast.expr) -> str:
    """What a call calls, without its modules."""
    function = node.func if isinstance(node, ast.Call) else node
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    return str(name).removeprefix("ms_")
