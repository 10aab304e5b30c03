"""Transforms of images behind what makes a tensor."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "from torchvision import transforms as T\n"


@pytest.mark.parametrize(
    "steps",
    [
        "T.Resize(4), T.RandomHorizontalFlip(), T.ToTensor()",
        "T.ToTensor(), T.Normalize(0.5, 0.5), T.RandomErasing()",
        "T.ToTensor(), T.ToPILImage(), T.CenterCrop(4)",
    ],
)
def test_leaves_alone(steps: str) -> None:
    found = findings(f"{HEAD}t = T.Compose([{steps}])\n")
    assert {finding.severity for finding in found} == {"warning"}


@pytest.mark.parametrize(
    "steps",
    [
        "T.ToTensor(), T.Resize((4, 4))",
        "T.PILToTensor(), T.Normalize(0.5, 0.5), T.RandomCrop(4)",
        "T.ToPILImage(), T.ToTensor(), T.ColorJitter(0.1)",
    ],
)
def test_a_transform_that_would_get_a_tensor_stays_marked(steps: str) -> None:
    source = f"{HEAD}t = T.Compose([{steps}])\n"
    told = [finding for finding in findings(source) if finding.severity == "error"]
    assert [finding.code for finding in told] == ["MP102"]
    last = steps.rpartition(", T.")[2]
    assert f"T.{last}" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("layers", "marked"),
    [
        ("nn.Sequential(nn.Flatten(), nn.Identity())", []),
        ("T.Compose([T.RandomGrayscale(p=0.2)])", []),
        ("nn.Sequential(T.RandomGrayscale(p=0.2), nn.Identity())", ["RandomGrayscale"]),
        ("nn.ModuleList([T.ColorJitter(0.1)])", ["ColorJitter"]),
    ],
)
def test_a_transform_among_layers_stays_marked(layers: str, marked: list[str]) -> None:
    source = f"{HEAD}from torch import nn\nt = {layers}\n"
    told = [f.symbol for f in findings(source) if f.severity == "error" and "layer" in f.message.en]
    assert told == [f"torchvision.transforms.{name}" for name in marked]
    assert all(f"T.{name}(" in fixed(source, unsafe=True) for name in marked)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("save_image(x, 'a.png')", "save_grid(make_grid(x), 'a.png')"),
        (
            "save_image(x, path, nrow=4, normalize=True)",
            "save_grid(make_grid(x, nrow=4, normalize=True), path)",
        ),
    ],
)
def test_images_are_saved_as_a_grid(call: str, expected: str) -> None:
    source = f"from torchvision.utils import save_image\n\n\ndef f(x, path):\n    {call}\n"
    assert fixed(source).splitlines()[-1].strip() == expected


def test_an_option_that_a_template_has_no_place_for_is_kept() -> None:
    call = "save_image(x, 'a.png', quality=3)"
    source = f"from torchvision.utils import save_image\n\n\ndef f(x):\n    {call}\n"
    assert call in fixed(source)
