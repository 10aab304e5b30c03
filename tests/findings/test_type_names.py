"""Names for torch's tensor types: what is made with them is MindSpore's, then the name itself goes."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEADER = "import torch\n"
CHOICE = "Tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor\n"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(f"{CHOICE}def f(kinds):\n    return kinds[Tensor]\n", id="looked up with"),
        pytest.param(f"{CHOICE}def f(make):\n    return make(kind=Tensor)\n", id="handed on"),
        pytest.param("class A:\n    Tensor = torch.FloatTensor\n    n = 3\n", id="a member"),
        pytest.param("Tensor, n = torch.FloatTensor, 3\n", id="one of two"),
    ],
)
def test_leaves_alone_and_tells(source: str) -> None:
    assert "torch.FloatTensor" in fixed(HEADER + source, unsafe=True)
    assert "error" in {finding.severity for finding in findings(HEADER + source)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "y = Tensor(n, 1).fill_(1.0)", "y = mint.ones((n, 1), dtype=ms.float32)", id="sizes"
        ),
        pytest.param(
            "y = Tensor([1.0, 2.0])", "y = ms.tensor([1.0, 2.0], dtype=ms.float32)", id="values"
        ),
        pytest.param("y = x.type(Tensor)", "y = x.type(ms.float32)", id="a cast"),
    ],
)
def test_the_name_goes_with_its_last_use(before: str, after: str) -> None:
    source = f"{HEADER}{CHOICE}def f(x: torch.Tensor, n):\n    {before}\n    return y\n"
    text = fixed(source)
    assert after in text
    assert "torch" not in text


def test_the_default_class_in_place_of_float_tensors() -> None:
    choice = CHOICE.replace("else torch.FloatTensor", "else torch.Tensor")
    text = fixed(f"{HEADER}{choice}a = Tensor(2, 3)\nb = Tensor([1, 2])\n")
    assert "a = mint.zeros((2, 3), dtype=ms.float32)" in text
    assert "b = ms.tensor([1, 2], dtype=ms.float32)" in text and "torch" not in text
    assert "Tensor = torch.Tensor" in fixed(
        f"{HEADER}Tensor = torch.Tensor\nf(Tensor)\n", unsafe=True
    ).replace("ms.", "torch.")


def test_each_function_has_its_own() -> None:
    one = (
        "def f{0}(x: torch.Tensor):\n"
        "    Long = torch.cuda.LongTensor if x.is_cuda else torch.LongTensor\n"
        "    return x.type(Long)\n"
    )
    text = fixed(HEADER + one.format(1) + one.format(2))
    assert text.count("return x.type(ms.int64)") == 2
    assert "Long =" not in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("y = (x > 0).type(z.type())", "y = (x > 0).type(z.dtype)", id="a cast"),
        pytest.param("y = f(x, z.type())", "y = f(x, z.dtype)", id="a function's dtype"),
        pytest.param("y = g(x, dtype=z.type())", "y = g(x, dtype=z.dtype)", id="an unknown one's"),
    ],
)
def test_a_type_that_is_only_cast_to_is_handed_on_as_a_dtype(before: str, after: str) -> None:
    source = (
        f"{HEADER}from other import g\n"
        "def f(x, dtype):\n    return x.type(dtype)\n"
        f"def h(x: torch.Tensor, z: torch.Tensor):\n    {before}\n    return y\n"
    )
    assert after in fixed(source)


@pytest.mark.parametrize("operator", ["==", "!="])
def test_types_of_two_tensors_compare_as_their_dtypes(operator: str) -> None:
    source = f"def h(x: torch.Tensor, z: torch.Tensor):\n    return x.type() {operator} z.type()\n"
    assert f"return x.dtype {operator} z.dtype\n" in fixed(HEADER + source)


@pytest.mark.parametrize(
    "line",
    [
        "y = x.type()",
        "y = g(x.type())",
        'y = x.type() == "torch.Ha"',
        pytest.param("y = x.type() == z.type()", id="one that may be no tensor"),
        pytest.param("y = x.type() == g(z).type()", id="what an unknown function gives"),
        pytest.param("y = x.type() == x.type() == x.type()", id="more than two"),
        pytest.param("y = x.type() in (x.type(),)", id="among others"),
    ],
)
def test_the_name_of_a_type_is_told(line: str) -> None:
    source = f"{HEADER}from other import g\ndef h(x: torch.Tensor, z):\n    {line}\n    return y\n"
    assert line in fixed(source, unsafe=True)
    assert "torch.Tensor.type" in {finding.symbol for finding in findings(source)}


HALVES = (
    "def f(batches, model, half):\n"
    "    kind = torch.cuda.HalfTensor if half else torch.cuda.FloatTensor\n"
    "    for x in batches:\n        model(x.type(kind))\n"
)


def test_a_choice_of_two_that_is_only_cast_to_is_one_of_dtypes() -> None:
    text = fixed(HEADER + HALVES, unsafe=True)
    assert "kind = ms.float16 if half else ms.float32" in text
    assert "model(x.type(kind))" in text


def test_a_choice_of_two_that_is_asked_for_is_left_and_told() -> None:
    source = HEADER + HALVES + "    print(kind is torch.cuda.HalfTensor)\n"
    assert "kind = torch.cuda.HalfTensor if half else" in fixed(source, unsafe=True)
    assert "error" in {finding.severity for finding in findings(source)}
