"""What a transform of torchvision gets, images or tensors, by what stands around it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from mindport.nodes import find, name_of

MAKE_TENSORS = frozenset({"PILToTensor", "ToImage", "ToTensor"})
MAKE_IMAGES = frozenset({"ToPILImage"})
TAKE_TENSORS = frozenset(
    {"ConvertImageDtype", "GaussianNoise", "LinearTransformation", "Normalize", "RandomErasing",
     "ToDtype"}
)  # fmt: skip
KEEPING = frozenset(
    {"AugMix", "AutoAugment", "CenterCrop", "ColorJitter", "Compose", "ElasticTransform",
     "GaussianBlur", "Grayscale", "Pad", "RandAugment", "RandomAdjustSharpness", "RandomAffine",
     "RandomApply", "RandomAutocontrast", "RandomChoice", "RandomCrop", "RandomEqualize",
     "RandomFlip", "RandomGrayscale", "RandomHorizontalFlip", "RandomInvert", "RandomOrder",
     "RandomPerspective", "RandomPhotometricDistort", "RandomPosterize", "RandomResize",
     "RandomResizedCrop", "RandomRotation", "RandomShortestSize", "RandomSolarize",
     "RandomVerticalFlip", "Resize", "ScaleJitter", "TrivialAugmentWide"}
)  # fmt: skip
LAYERS = frozenset({"CellList", "ModuleList", "Sequential", "SequentialCell"})
PREFIXES = ("ms_", "Tensor")  # of what stands for a transform that was moved


def transformed(
    made: ast.Call,
    tree: ast.AST,
    parents: Mapping[ast.AST, ast.AST],
    is_tensor: Callable[[ast.expr], bool],
) -> str:
    """``tensors`` where the source shows that the transform ``made`` gets tensors, ``layer`` where it
    stands among layers, whose input is a tensor, too, else ``images``.

    Names decide, so that it is found as well where the transforms around it were moved.

    Args:
        tree: where calls of what holds the transform are looked for.
        parents: the node around each node in it.
        is_tensor: whether an expression is a tensor.
    """
    gets = ""
    node: ast.AST = made
    while isinstance(around := parents.get(node), ast.expr | ast.keyword):
        if isinstance(around, ast.List | ast.Tuple):
            gets = gets or _beside(around.elts, node)
        elif isinstance(around, ast.Call) and around.func is node:
            return gets or _by_input([around], is_tensor)
        elif isinstance(around, ast.Call) and _name(around) in LAYERS:
            return "layer"
        node = around
    if gets or not isinstance(around, ast.Assign):
        return gets or "images"
    held = {ast.unparse(target) for target in around.targets}
    calls = [call for call in find(tree, ast.Call) if ast.unparse(call.func) in held]
    return _by_input(calls, is_tensor)


def _by_input(calls: Sequence[ast.Call], is_tensor: Callable[[ast.expr], bool]) -> str:
    given = [call.args[0] for call in calls if call.args]
    return "tensors" if any(is_tensor(one) or _makes_tensor(one) for one in given) else "images"


def _makes_tensor(node: ast.expr) -> bool:
    """``ToTensor()(image)``."""
    return isinstance(node, ast.Call) and _name(node.func) in MAKE_TENSORS


def _beside(items: Sequence[ast.expr], node: ast.AST) -> str:
    """By the transforms before and behind one in a list; empty where they do not tell."""
    place = next(i for i, item in enumerate(items) if item is node)
    for item in reversed(items[:place]):
        if (name := _name(item)) in MAKE_TENSORS | MAKE_IMAGES:
            return "tensors" if name in MAKE_TENSORS else "images"
    for item in items[place + 1 :]:
        name = _name(item)
        if name in MAKE_TENSORS:
            return "images"
        if name in MAKE_IMAGES | TAKE_TENSORS:
            return "tensors"
        if name not in KEEPING:
            break
    return ""


def _name(node: ast.expr) -> str:
    """The class that a call makes an object of, without its modules."""
    name = name_of(node.func) if isinstance(node, ast.Call) else ""
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    return name
