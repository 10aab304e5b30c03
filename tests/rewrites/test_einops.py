"""Patterns of einops: what is refused, what is written, and that it computes the same."""

from __future__ import annotations

import random
import re

import pytest

from mindport.knowledge import schema
from mindport.rewrites.computed import COMPUTED
from mindport.rewrites.einops import PatternError, chain, equation

einops = pytest.importorskip("einops")
torch = pytest.importorskip("torch")

WRONG = [
    ("rearrange", "b n", {}),
    ("rearrange", "b -> n -> b", {}),
    ("rearrange", "b n -> b", {}),
    ("rearrange", "b -> b n", {}),
    ("rearrange", "b b -> b", {}),
    ("rearrange", "b 2 -> b 2", {}),
    ("rearrange", "(b n) -> b n", {}),
    ("rearrange", "(b n -> b n", {}),
    ("rearrange", "b n) -> b n", {}),
    ("rearrange", "((b n)) -> b n", {"b": 2}),
    ("rearrange", "_b n -> n _b", {}),
    ("rearrange", "2b n -> n 2b", {}),
    ("rearrange", "b, n -> n b", {}),
    ("rearrange", "b n -> n b", {"h": 2}),
    ("rearrange", "b n -> n b ...", {}),
    ("rearrange", "(b ...) -> b ...", {"b": 2}),
    ("repeat", "b n -> b n r", {}),
    ("repeat", "b n -> b", {}),
    ("repeat", "b 2 -> b 2", {}),
    ("mean", "b n -> b h", {}),
    ("mean", "b n -> b 2", {}),
]


@pytest.mark.parametrize(("operation", "pattern", "lengths"), WRONG)
def test_refuses_what_einops_refuses(operation: str, pattern: str, lengths: dict[str, int]) -> None:
    with pytest.raises((einops.EinopsError, ValueError)):
        _by_einops(torch.zeros(4, 2), operation, pattern, lengths)
    with pytest.raises(PatternError) as caught:
        chain(operation, pattern, lengths)
    assert caught.value.reason.zh != caught.value.reason.en


@pytest.mark.parametrize(
    ("operation", "pattern", "lengths"),
    [
        ("sum", "b ... d -> b d", {}),
        ("any", "... -> ", {}),
        ("repeat", "... n m -> ... m n r", {"r": 2}),
    ],
)
def test_refuses_what_takes_the_number_of_axes(
    operation: str, pattern: str, lengths: dict[str, int]
) -> None:
    with pytest.raises(PatternError):
        chain(operation, pattern, lengths)


@pytest.mark.parametrize(
    ("operation", "pattern", "given", "after"),
    [
        ("rearrange", "b n -> b n", "", "x"),
        ("rearrange", "b n -> n b", "", "x.permute(1, 0)"),
        ("rearrange", "b n -> b n 1", "", "x.unsqueeze(2)"),
        ("rearrange", "b 1 n -> b n ()", "", "x.permute(0, 2, 1)"),
        ("rearrange", "1 b 1 -> b", "", "x.squeeze((0, 2))"),
        ("rearrange", "b h n d -> b n (h d)", "", "x.permute(0, 2, 1, 3).flatten(2)"),
        ("rearrange", "b c h w -> (b c h w)", "", "x.flatten()"),
        ("rearrange", "a b c d -> (a b) (c d)", "", "x.flatten(2).flatten(0, 1)"),
        (
            "rearrange",
            "b n (h d) -> b h n d",
            "h",
            "x.reshape(x.shape[0], x.shape[1], h, x.shape[2] // h).permute(0, 2, 1, 3)",
        ),
        ("rearrange", "(b t) c -> b t c", "b", "x.reshape(b, x.shape[0] // b, x.shape[1])"),
        ("rearrange", "b (h d) -> b h d", "b h d", "x.reshape(b, h, d)"),
        ("rearrange", "... n d -> ... d n", "", "x.swapaxes(-2, -1)"),
        ("rearrange", "b ... d -> b d ...", "", "x.movedim(-1, 1)"),
        ("rearrange", "a ... b c -> c ... a b", "", "x.movedim((0, -1), (-2, 0))"),
        ("rearrange", "... h d -> ... (h d)", "", "x.flatten(-2)"),
        ("rearrange", "... (h d) -> ... h d", "h", "helper.unflatten(x, -1, (h, -1))"),
        ("rearrange", "b ... -> b (...)", "", "x.unsqueeze(-1).flatten(1)"),
        ("repeat", "1 n d -> b n d", "b", "x.broadcast_to((b, -1, -1))"),
        ("repeat", "n -> n 2", "", "x.unsqueeze(1).broadcast_to((-1, 2))"),
        (
            "rearrange",
            "b ... d -> d (...) b",
            "",
            "x.unsqueeze(-2).flatten(1, -2).permute(2, 1, 0)",
        ),
        ("mean", "b ... d -> b d", "", "x.unsqueeze(-2).flatten(1, -2).mean(1)"),
        ("repeat", "b n -> b (n r)", "r", "x.unsqueeze(2).broadcast_to((-1, -1, r)).flatten(1)"),
        ("repeat", "... d -> b ... d", "b", "x.unsqueeze(0).broadcast_to((b,) + x.shape)"),
        (
            "repeat",
            "b ... -> (b r) ...",
            "r",
            "x.unsqueeze(1).broadcast_to(x.shape[:1] + (r,) + x.shape[1:]).flatten(0, 1)",
        ),
        ("mean", "b c h w -> b c", "", "x.mean((2, 3))"),
        ("max", "b n -> b 1", "", "x.amax(1).unsqueeze(1)"),
        ("sum", "b 1 -> b", "", "x.squeeze(1)"),
        ("prod", "a b c -> b", "", "x.prod(2).prod(0)"),
        ("sum", "... h w -> ... w", "", "x.sum(-2)"),
    ],
)
def test_the_chain(operation: str, pattern: str, given: str, after: str) -> None:
    assert _plain(chain(operation, pattern, given.split())) == after


def test_an_expression_is_written_once() -> None:
    text = chain("rearrange", "b (h p) (w q) -> b h w p q", ["p", "w"], repeatable=False)
    inner = "helper.unflatten({tensor}, 2, ({w}, -1))"
    after = f"helper.unflatten({inner}, 1, (-1, {{p}})).permute(0, 1, 3, 2, 4)"
    assert text == after


@pytest.mark.parametrize("seed", range(300))
def test_any_pattern_computes_the_same(seed: int) -> None:
    operation, pattern, lengths, shape = _random_call(random.Random(seed))
    x = torch.arange(1.0, torch.Size(shape).numel() + 1).reshape(shape)
    x = x.sin().double()
    expected = _by_einops(x, operation, pattern, lengths)
    for repeatable in (True, False):
        try:
            text = chain(operation, pattern, lengths, repeatable=repeatable)
        except PatternError:
            assert "..." in pattern
            return
        actual = _run(text, x, lengths)
        assert actual.shape == expected.shape, (pattern, text)
        assert torch.allclose(actual, expected), (pattern, text)


@pytest.mark.parametrize(
    ("pattern", "after"),
    [
        ("batch i, batch j -> i j", "ab,ac->bc"),
        ("... d, out d -> ... out", "...b,cb->...c"),
        ("i i ->", "aa->"),
    ],
)
def test_the_equation(pattern: str, after: str) -> None:
    assert equation(pattern) == after


def _plain(text: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: "x" if match[1] == "tensor" else match[1], text)


class _Helper:
    unflatten = staticmethod(torch.unflatten)


def _run(text: str, x: torch.Tensor, lengths: dict[str, int]) -> torch.Tensor:
    result = eval(_plain(text), {"x": x, "helper": _Helper, **lengths})
    assert isinstance(result, torch.Tensor)
    return result


def _by_einops(
    x: torch.Tensor, operation: str, pattern: str, lengths: dict[str, int]
) -> torch.Tensor:
    if operation in ("rearrange", "repeat"):
        result = getattr(einops, operation)(x, pattern, **lengths)
    else:
        result = einops.reduce(x, pattern, operation, **lengths)
    assert isinstance(result, torch.Tensor)
    return result


def _random_call(random: random.Random) -> tuple[str, str, dict[str, int], list[int]]:
    """An operation, a pattern that fits it, lengths, and the shape of a tensor."""
    operation = random.choice(["rearrange", "rearrange", "repeat", "mean", "prod", "max"])
    names = list("abcdefg")[: random.randint(1, 5)]
    sizes = {name: random.randint(1, 3) for name in names}
    groups = _grouped(random, names)
    dotted = random.random() < 0.3
    if dotted:
        groups.insert(random.randint(0, len(groups)), ["..."])
    lengths = {}
    for group in groups:
        free = random.choice(group)
        known = [n for n in group if n != "..." and (n != free or random.random() < 0.2)]
        lengths |= {name: sizes[name] for name in known}
    shape = []
    for group in groups:
        if group == ["..."]:
            shape += [2] * random.randint(0, 2)
        elif group:
            shape.append(torch.Size([sizes[name] for name in group]).numel())
    left = _written(random, groups, shape)
    whole = operation in ("rearrange", "repeat")
    after = [name for name in names if whole or random.random() < 0.6]
    random.shuffle(after)
    if operation == "repeat":
        after.insert(random.randint(0, len(after)), "r")
        lengths["r"] = 2
    right = _grouped(random, after)
    if dotted and random.random() < 0.5 and right:
        random.choice(right).append("...")
    elif dotted and (whole or random.random() < 0.6):
        right.insert(random.randint(0, len(right)), ["..."])
    return operation, f"{left} -> {_written(random, right, [])}", lengths, shape


def _grouped(random: random.Random, names: list[str]) -> list[list[str]]:
    groups: list[list[str]] = []
    for name in names:
        if groups and random.random() < 0.4:
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups


def _written(random: random.Random, groups: list[list[str]], shape: list[int]) -> str:
    """The groups as a side of a pattern, with axes of size 1 among them."""
    texts = []
    position = 0
    for group in groups:
        if random.random() < 0.15 and ["..."] not in groups:
            texts.append("1")
            if shape:
                shape.insert(position, 1)
                position += 1
        single = len(group) == 1 and (group != ["..."] or not shape) and random.random() < 0.8
        bare = len(group) == 1 and (single or group == ["..."])
        texts.append(group[0] if bare else f"({' '.join(group)})")
        position += 1
    return " ".join(texts)


def test_every_computation_that_entries_may_name_is_there() -> None:
    assert set(COMPUTED) == set(schema.COMPUTED)
