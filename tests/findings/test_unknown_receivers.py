"""Methods of values of unknown type that only tensors and modules have."""

from __future__ import annotations

import pytest

from .conftest import fixed

HEADER = "import torch\ndef f(x, device):\n"


@pytest.mark.parametrize(
    "line",
    [
        "y = x.to('png')",
        "y = x.to(other)",
        "y = x.size()",
        "y = x.groupby('a').size()",
        "y = x.size",
    ],
)
def test_leaves_alone_what_others_have_too(line: str) -> None:
    assert line in fixed(f"{HEADER}    {line}\n    return y\n", unsafe=True)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("y = x.to(device)", "y = x\n"),
        ("y = x.to(self.args.device)", "y = x\n"),
        ("y = x.to(device=device)", "y = x\n"),
        ("y, z = x.size()", "y, z = x.shape"),
        ("(y, z) = x.size()", "(y, z) = x.shape"),
        ("y = x.size()[2:]", "y = x.shape[2:]"),
    ],
)
def test_what_tensors_alone_have(line: str, after: str) -> None:
    assert after in fixed(f"{HEADER}    {line}\n    return y\n")


@pytest.mark.parametrize(
    "before",
    [
        "seen = [x]\n    y = seen.pop()",
        "seen = collections.deque()\n    y = seen.popleft()",
        "Pair = collections.namedtuple('Pair', 'a b')\n    y = Pair(x, x)[0]",
        "y = random.choice(x)",
        "for y in itertools.chain(x, x):\n        pass",
        "y = functools.reduce(max, x)",
    ],
)
def test_what_containers_give_back_may_be_a_tensor(before: str) -> None:
    header = "import collections, functools, itertools, random\n" + HEADER
    assert "y.shape[0]" in fixed(f"{header}    {before}\n    return y.size(0)\n")


def test_numbers_of_the_standard_library_are_none() -> None:
    source = f"import random\n{HEADER}    y = random.random()\n    return y.size(0)\n"
    assert "y.size(0)" in fixed(source, unsafe=True)


def test_the_device_of_parsed_arguments_is_one() -> None:
    source = """
    import argparse
    import torch

    def f(x: torch.Tensor, args):
        return x.to(args.device), x.to(args.device, non_blocking=True), x.to(args.dtype)

    parser = argparse.ArgumentParser()
    f(torch.ones(3), parser.parse_args([]))
    """
    assert "return x, x, x.astype(args.dtype)" in fixed(source)
