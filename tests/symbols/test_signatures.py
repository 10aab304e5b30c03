"""A signature in one line of text, read and written back."""

from __future__ import annotations

import pytest

from mindport.symbols.signatures import Parameter, parse
from mindport.symbols.torch_api import load


def test_every_signature_that_is_carried_reads_and_writes_back() -> None:
    lines = [line for entry in load().entries.values() for line in entry.split("\n")[1:]]
    assert len(lines) > 5000
    different = [line for line in lines if str(parse(str(parse(line)))) != str(parse(line))]
    assert different == []


def test_parameters_keep_kind_default_and_annotation() -> None:
    signature = parse("(input: Tensor, /, dim: int | None = -1, *size: int, out=None, **rest)")
    assert signature.parameters == (
        Parameter("input", "positional_only", None, "Tensor"),
        Parameter("dim", "positional", "-1", "int | None"),
        Parameter("size", "varargs", None, "int"),
        Parameter("out", "keyword", "None", None),
        Parameter("rest", "kwargs", None, None),
    )
    assert [p.name for p in signature.parameters if p.required] == ["input"]


@pytest.mark.parametrize(
    "text",
    [
        "()",
        "() -> Tensor",
        "(a, /)",
        "(a, /, b, *, c)",
        "(a, *, c: int = 1) -> Tuple[Tensor, Tensor]",
        "(*size: int, out: Tensor = None) -> Tensor",
    ],
)
def test_what_is_read_is_written_the_same(text: str) -> None:
    assert str(parse(text)) == text


def test_text_that_is_no_signature_is_refused() -> None:
    with pytest.raises(SyntaxError):
        parse("(a b)")
