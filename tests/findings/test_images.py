"""Transforms of images and of tensors, by what they get."""

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
    "made",
    [
        "T.Compose([T.ToTensor(), T.RandAugment()])",
        "T.Compose([T.PILToTensor(), T.RandomApply([T.RandomInvert()])])",
        "T.Compose([T.AutoAugment(), T.ConvertImageDtype(torch.float32)])",
        "nn.Sequential(T.TrivialAugmentWide())",
    ],
)
def test_what_takes_images_alone_stays_marked_where_it_gets_a_tensor(made: str) -> None:
    source = f"{HEAD}import torch\nfrom torch import nn\nt = {made}\n"
    told = [finding for finding in findings(source) if finding.severity == "error"]
    assert [finding.code for finding in told] == ["MP102"]
    assert "takes PIL images" in told[0].message.en
    assert f"T.{told[0].symbol.rpartition('.')[2]}(" in fixed(source, unsafe=True)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("T.Resize((4, 4)), T.ToTensor()", "vision.Resize((4, 4))"),
        ("T.ToTensor(), T.Resize((4, 4))", "TensorResize((4, 4))"),
        ("T.ToTensor(), T.ToPILImage(), T.Resize((4, 4))", "vision.Resize((4, 4))"),
        ("T.Resize((4, 4)), T.Normalize(0.5, 0.5)", "TensorResize((4, 4))"),
        ("T.Resize((4, 4)), T.Lambda(f), T.Normalize(0.5, 0.5)", "vision.Resize((4, 4))"),
        ("T.ToTensor(), T.RandomApply([T.Pad(2)])", "TensorPad(2)"),
        ("T.PILToTensor(), T.RandomHorizontalFlip()", "TensorRandomFlip(-1)"),
        ("T.ToPILImage(), T.ToTensor(), T.ColorJitter(0.1)", "TensorColorJitter(0.1)"),
    ],
)
def test_a_transform_is_that_of_what_it_gets(steps: str, expected: str) -> None:
    assert expected in fixed(f"{HEAD}t = T.Compose([{steps}])\n", unsafe=True).splitlines()[-1]


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("torch.zeros(3, 9, 9)", "TensorRandomCrop(4)"),
        ("T.functional.to_tensor(image)", "TensorRandomCrop(4)"),
        ("T.ToTensor()(image)", "TensorRandomCrop(4)"),
        ("image", "vision.RandomCrop(4)"),
        ("T.functional.hflip(image)", "vision.RandomCrop(4)"),
        ("T.ToPILImage()(torch.zeros(3, 9, 9))", "vision.RandomCrop(4)"),
    ],
)
def test_a_transform_is_that_of_what_it_is_called_with(argument: str, expected: str) -> None:
    source = f"{HEAD}import torch\n\ncrop = T.RandomCrop(4)\n\n\ndef f(image):\n    return crop({argument})\n"
    assert f"crop = {expected}" in fixed(source, unsafe=True)


def test_a_module_hands_its_input_from_one_transform_to_the_next() -> None:
    source = f"""{HEAD}from torch import nn

class Augment(nn.Module):
    def __init__(self):
        super().__init__()
        self.crop = T.RandomCrop(4)
        self.blur = T.GaussianBlur(3)

    def forward(self, x):
        return self.blur(self.crop(x))
"""
    text = fixed(source, unsafe=True)
    assert "self.crop = TensorRandomCrop(4)" in text
    assert "self.blur = TensorGaussianBlur(3)" in text


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ("nn.Sequential(nn.Flatten(), nn.Identity())", None),
        ("T.Compose([T.RandomGrayscale(p=0.2)])", None),
        ("nn.Sequential(T.RandomGrayscale(p=0.2))", "TransformLayer(TensorRandomGrayscale(p=0.2))"),
        ("nn.ModuleList([T.Pad(1)])", "TransformLayer(TensorPad(1))"),
        ("nn.Sequential(T.Normalize(0.5, 0.2))", "TransformLayer(Normalize(0.5, 0.2))"),
    ],
)
def test_a_transform_among_layers_is_one(layers: str, expected: str | None) -> None:
    text = fixed(f"{HEAD}from torch import nn\nt = {layers}\n", unsafe=True)
    assert expected in text if expected else "TransformLayer" not in text


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


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("T.Resize((8, 8))", "vision.Resize((8, 8))"),
        ("T.Resize((8, 8), T.InterpolationMode.BICUBIC)", "vision.Resize((8, 8), vision.Inter.BICUBIC)"),
        ("T.Resize((8, 8), Image.BICUBIC)", "Resize((8, 8), Image.BICUBIC)"),
        ("T.Resize((8, 8), 3)", "Resize((8, 8), 3)"),
        ("T.Resize((8, 8), method)", "Resize((8, 8), method)"),
        ("T.RandomResizedCrop(8)", "vision.RandomResizedCrop(8)"),
        (
            "T.RandomResizedCrop(8, interpolation=3)",
            "vision.RandomResizedCrop(8, interpolation=vision.Inter(3))",
        ),
        (
            "T.RandomResizedCrop(8, interpolation=Image.BICUBIC)",
            "vision.RandomResizedCrop(8, interpolation=vision.Inter(Image.BICUBIC))",
        ),
    ],
)  # fmt: skip
def test_pillows_filters_are_none_of_mindspores(call: str, expected: str) -> None:
    source = f"from PIL import Image\nfrom torchvision import transforms as T\n\nmethod = 2\nt = {call}\n"
    assert f"t = {expected}\n" in fixed(source, unsafe=True)


def test_a_dataset_gives_the_samples_of_its_base() -> None:
    source = (
        "from torchvision.datasets import ImageFolder\n\n\n"
        "class Paths(ImageFolder):\n"
        "    def __getitem__(self, index):\n"
        "        return super().__getitem__(index) + (self.imgs[index][0],)\n"
    )
    assert "todo" not in fixed(source, unsafe=True)
    assert "torch" not in fixed(source, unsafe=True).splitlines()[0]


@pytest.mark.parametrize(
    ("made", "image"),
    [
        ("T.ToTensor()", False),
        ("T.Compose([T.Resize(8), T.ToTensor()])", False),
        ("T.Compose([T.ToTensor(), T.CenterCrop(8)])", False),
        ("T.Compose([T.ToTensor(), T.ToPILImage()])", True),
        ("T.Compose([T.ToTensor(), load])", True),
        ("T.Compose(steps)", True),
        ("T.Resize(8)", True),
    ],
)
def test_what_a_transform_gives(made: str, image: bool) -> None:
    source = (
        "from torchvision import transforms as T\nfrom torchvision.transforms import functional as TF\n"
        f"from steps import load, steps\n\nto = {made}\n\n\n"
        "def f(picture):\n    return TF.resize(to(picture), [4, 4])\n"
    )
    expected = "Resize([4, 4])(to(picture))" if image else "resize_tensor(to(picture), [4, 4])"
    assert f"return {expected}\n" in fixed(source, unsafe=True)
