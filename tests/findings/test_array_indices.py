"""Tensors that are indexed with what NumPy made."""

from __future__ import annotations

import pytest

from .conftest import findings, fixed

HEAD = "import numpy as np\nimport torch\n\nx = torch.randn(8, 3)\ninds = np.arange(8)\nrng = np.random.default_rng(0)\n"


@pytest.mark.parametrize(
    "line",
    [
        "x[3]",
        "x[inds.tolist()]",
        "x[int(inds[0])]",
        "x[torch.from_numpy(inds)]",
        "x[inds.shape[0] - 8]",
        "x[np.newaxis]",
        "inds[inds]",
        "parts = np.split(inds, 2)\nx[parts]",
        "x[tuple(torch.from_numpy(i) for i in np.nonzero(inds))]",
        "x[len(inds) - 1]",
        "for i, _ in enumerate(inds):\n    x[i]",
        "rows = x.T.numpy().copy()\nrows[inds]",
        "x[list(range(3))]",
        "x[np.array(range(3)).tolist()]",
        "for i in range(3):\n    x[i]",
        "x[: len(inds)]",
        "x[: int(inds[2])]",
        "inds[inds[0] :]",
        "[1, 2][range(3)[0]]",
        "x[np.random.RandomState(0).randint(8)]",
        "for i in rng.permutation(8).tolist():\n    x[i]",
        "for i in np.arange(3):\n    inds[i]",
        "for i in np.arange(3):\n    print(i)",
    ],
)
def test_leaves_alone(line: str) -> None:
    assert not [f for f in findings(f"{HEAD}{line}\n") if f.code == "MP102"]


def test_leaves_alone_what_numpy_has_of_a_transposed_tensor() -> None:
    """As helpers do that go through NumPy, in a file that is MindSpore's already."""
    source = (
        "import mindspore as ms\nimport numpy as np\nimport torch\n\n"
        "def f(a):\n    rows = a.asnumpy().copy()\n    return rows[np.arange(3)]\n\n"
        "x: ms.Tensor = ms.ops.rand((3, 4))\nf(x.T)\n"
    )
    assert not [f for f in findings(source) if f.code == "MP102"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = x[inds]", "y = x[ms.tensor(inds)]"),
        ("y = x[range(3)]", "y = x[list(range(3))]"),
        ("x[range(3), range(0, 3)] = 1", "x[list(range(3)), list(range(0, 3))] = 1"),
        ("y = x[inds[:4]]", "y = x[ms.tensor(inds[:4])]"),
        ("y = x[:, inds[2:3], None]", "y = x[:, ms.tensor(inds[2:3]), None]"),
        ("x[np.random.randint(0, 8, 2)] = 1", "x[ms.tensor(np.random.randint(0, 8, 2))] = 1"),
        ("y = [x[i] for i in inds]", "y = [x[ms.tensor(i)] for i in inds]"),
        ("y = x[np.nonzero(inds)]", "y = x[tuple(ms.tensor(i) for i in np.nonzero(inds))]"),
        ("where = np.where(inds > 3)\nx[where] = 1", "x[tuple(ms.tensor(i) for i in where)] = 1"),
        ("y = x[np.where(inds > 3)[0]]", "y = x[ms.tensor(np.where(inds > 3)[0])]"),
        ("y = x[inds.argmax()]", "y = x[ms.tensor(inds.argmax())]"),
        (
            "y = [x[i, j] for i, j in zip(inds, inds)]",
            "y = [x[ms.tensor(i), ms.tensor(j)] for i, j in zip(inds, inds)]",
        ),
        ("y = x[rng.integers(8)]", "y = x[ms.tensor(rng.integers(8))]"),
        (
            "y = [x[i : i + 2] for i in rng.permutation(6)]",
            "y = [x[int(i) : int(i + 2)] for i in rng.permutation(6)]",
        ),
        (
            "y = x[np.random.RandomState(0).permutation(8)]",
            "y = x[ms.tensor(np.random.RandomState(0).permutation(8))]",
        ),
        ("y = x[inds[1] : inds[2]]", "y = x[int(inds[1]) : int(inds[2])]"),
        ("x[:, np.abs(-1) :] = 0", "x[:, int(np.abs(-1)) :] = 0"),
        ("y = x[np.where(inds > 3)[0]]", "y = x[ms.tensor(np.where(inds > 3)[0])]"),
        (
            "for part in np.array_split(inds, 2):\n    y = x[part]",
            "for part in np.array_split(inds, 2):\n    y = x[ms.tensor(part)]",
        ),
    ],
)
def test_an_index_that_numpy_made_becomes_a_tensor(before: str, after: str) -> None:
    assert after in fixed(f"{HEAD}{before}\n")


PICKED = (
    "import numpy as np\nimport torch\n\n\n"
    "def pick(x: torch.Tensor, action=None):\n"
    "    if action is None:\n        action = x.argmax(1)\n"
    "    return x[torch.arange(len(x)), action]\n\n\n"
)


def test_a_parameter_that_a_call_gives_an_array_becomes_a_tensor() -> None:
    source = f"{PICKED}pick(torch.ones(2, 2))\npick(torch.ones(2, 2), np.array([0, 1]))\n"
    assert "return x[ops.arange(len(x)), ms.tensor(action)]" in fixed(source)


@pytest.mark.parametrize("given", ["", ", [0, 1]", ", torch.tensor([0, 1])"])
def test_a_parameter_that_no_call_gives_an_array_is_left_alone(given: str) -> None:
    text = fixed(f"{PICKED}pick(torch.ones(2, 2){given})\nother(torch.ones(2), np.array([0]))\n")
    assert "return x[ops.arange(len(x)), action]" in text


MAYBE = "def f(x, names, n):\n    inds = np.arange(n)\n    return {}\n"


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("x[3]", []),
        ("names['a']", []),
        ("inds[inds]", []),
        ("{1: 2}[inds[0]]", []),
        ("x[inds.tolist()]", []),
        ("x[inds + 1]", ["inds + 1"]),
        ("x[:, inds[:2]]", ["inds[:2]"]),
    ],
)
def test_what_may_be_a_tensor_is_only_hinted_at(made: str, told: list[str]) -> None:
    source = HEAD + MAYBE.format(made)
    hints = [f for f in findings(source) if f.code == "MP110"]
    assert [source[f.span.start : f.span.end] for f in hints] == told
    assert {f.severity for f in hints} <= {"hint"}
    assert f"return {made}" in fixed(source, unsafe=True)


def test_a_file_without_torch_gets_no_hint() -> None:
    assert not findings("import numpy as np\n\n\n" + MAYBE.format("x[inds]"))
    assert not findings("import numpy as np\n\n\n" + MAYBE.format("x[range(n), inds]"))


def test_what_takes_a_range_takes_a_list() -> None:
    source = HEAD + "def loss(y_hat, y):\n    return -torch.log(y_hat[range(len(y_hat)), y])\n"
    assert "return -mint.log(y_hat[list(range(len(y_hat))), y])" in fixed(source)


BATCH = "def f(batch, names, n):\n    for inds in np.array_split(np.arange(n), 2):\n{}\n"


@pytest.mark.parametrize(
    "body",
    [
        "        part = batch[inds]\n        print(part)",
        "        part = batch[inds]\n        print(part.astype(float), part.shape, part.mean())",
        "        part = batch[0]\n        print(part.reward)",
    ],
)
def test_what_may_be_an_array_keeps_its_index(body: str) -> None:
    assert body in fixed(HEAD + BATCH.format(body), unsafe=True)


def test_tables_of_pandas_keep_their_index() -> None:
    body = "        part = batch[inds]\n        print(part.reward)"
    assert body in fixed("import pandas\n" + HEAD + BATCH.format(body), unsafe=True)


def test_a_batch_of_fields_hands_a_tensor_on() -> None:
    body = "        part = batch[inds + 1]\n        print(part.reward * 2, part.done)"
    source = HEAD + BATCH.format(body)
    assert "part = batch[ms.tensor(inds + 1)]" in fixed(source, unsafe=True)
    assert "part = batch[inds + 1]" in fixed(source)


HANDED_ON = """\
import numpy as np
import torch


class Batch:
    def take(self, places):
        return {name: field[places] for name, field in self.fields.items()}

    def sort(self, keys):
        return self.take(np.argsort(keys))
"""


def test_an_array_is_told_where_a_method_takes_it() -> None:
    (finding,) = [f for f in findings(HANDED_ON) if f.symbol == "torch.index_select"]
    assert finding.severity == "hint"
    assert HANDED_ON[finding.span.start : finding.span.end] == "places"


def test_a_tensor_is_not() -> None:
    source = HANDED_ON.replace("np.argsort(keys)", "torch.tensor(keys)")
    assert "torch.index_select" not in {finding.symbol for finding in findings(source)}


def in_branches(places: str) -> str:
    """``HANDED_ON`` whose places are set once more in a branch."""
    body = f"places = {places}\n        if down:\n            places = torch.tensor(keys)\n        return self.take(places)"
    return HANDED_ON.replace("self, keys", "self, keys, down").replace(
        "return self.take(np.argsort(keys))", body
    )


def test_an_array_in_one_of_two_branches_is_told_where_a_method_takes_it() -> None:
    source = in_branches("np.argsort(keys)")
    (finding,) = [f for f in findings(source) if f.symbol == "torch.index_select"]
    assert source[finding.span.start : finding.span.end] == "places"


@pytest.mark.parametrize("places", ["torch.tensor(keys)", "slice(3)", "keys"])
def test_what_no_branch_makes_with_numpy_is_not(places: str) -> None:
    assert "torch.index_select" not in {f.symbol for f in findings(in_branches(places))}


TAKEN = HEAD + "def take(given, sizes):\n    place = np.array(sizes)\n    return {}\n"


@pytest.mark.parametrize("line", ["given.loc[:, place[0] : place[1]]", "given[:, 1 : len(place)]"])
def test_leaves_alone_what_may_have_labels(line: str) -> None:
    assert not [f for f in findings(TAKEN.format(line)) if f.code == "MP102"]


def test_bounds_of_what_has_several_axes_are_numbers_of_pythons() -> None:
    text = fixed(TAKEN.format("given[:, place[0] : place[1]]"))
    assert "return given[:, int(place[0]) : int(place[1])]\n" in text


PARTS = """import numpy as np
import torch


def parts(x: torch.Tensor, counts: torch.Tensor):
    ends = counts.cpu().numpy().cumsum(0){whole}
    start, found = 0, []
    for i, end in enumerate(ends):
        {line}
        found.append(x[start:end])
        start = {then}
    return found
"""


@pytest.mark.parametrize(
    ("whole", "line", "then"),
    [
        (".tolist()", "start = 0 if i == 0 else ends[i - 1]", "end"),
        ("", "end, start = int(end), 0 if i == 0 else int(ends[i - 1])", "0"),
    ],
)
def test_leaves_alone_bounds_that_are_numbers_of_pythons(whole: str, line: str, then: str) -> None:
    assert "found.append(x[start:end])\n" in fixed(
        PARTS.format(whole=whole, line=line, then=then), unsafe=True
    )


@pytest.mark.parametrize(
    ("line", "then"),
    [
        ("start = 0 if i == 0 else ends[i - 1]", "0"),
        ("start = ends[i - 1] if i else 0", "start"),
        ("print(i)", "end"),
    ],
)
def test_bounds_that_are_numpys_at_times_are_made_pythons(line: str, then: str) -> None:
    text = fixed(PARTS.format(whole="", line=line, then=then))
    assert "found.append(x[int(start):int(end)])\n" in text


KEPT = """import numpy as np
import torch


def learn(net, state, value):
    target = torch.zeros(1, 3)
    action = np.argmax(state)
    {kept}
    {written} = value
    return abs(old - target[0][action])
"""


@pytest.mark.parametrize(
    ("kept", "written", "after"),
    [
        ("old = target[0][action]", "target[0][action]", "old = target[0][int(action)]"),
        ("old = target[0, action]", "target[0, 1]", "old = target[0, int(action)]"),
        ("old = target[0][action]", "other[0]", "old = target[0][ms.tensor(action)]"),
        ("old = target[0][action] + 1", "target[0]", "old = target[0][ms.tensor(action)] + 1"),
    ],
)
def test_what_is_written_later_shows_in_the_view_of_a_number(
    kept: str, written: str, after: str
) -> None:
    source = KEPT.format(kept=kept, written=written)
    assert f"    {after}\n" in fixed(source, unsafe=True)
    safe = any(
        f.fix and f.fix.applicability == "unsafe" for f in findings(source) if f.code == "MP102"
    )
    assert safe is ("int(" in after)


@pytest.mark.parametrize(
    "line",
    ["x[:, n + i]", "x[i] = 0", "layers[i](x)", "x[n : n + i]", "x[i - 1] = x[:, i]"],
)
def test_a_loop_that_counts_places_in_numpys_numbers(line: str) -> None:
    head = "import numpy as np\nimport torch\n\ndef f(x: torch.Tensor, layers, n):\n"
    text = fixed(f"{head}    for i in np.arange(1, n + 1):\n        {line}\n")
    assert "for i in range(1, n + 1):" in text and line in text


@pytest.mark.parametrize(
    ("count", "line"),
    [("0, 1, 0.1", "x[i]"), ("n, dtype=np.int32", "x[i]"), ("n", "x[i.astype(int)]"),
     ("n", "i = i + 1\n        x[i]")],
)  # fmt: skip
def test_a_loop_that_counts_something_else(count: str, line: str) -> None:
    head = "import numpy as np\nimport torch\n\ndef f(x: torch.Tensor, n):\n"
    assert f"np.arange({count})" in fixed(
        f"{head}    for i in np.arange({count}):\n        {line}\n", unsafe=True
    )


@pytest.mark.parametrize(
    "body",
    [
        "hidden[:, mask, :] = 0",
        "if len(mask):\n        hidden[mask] = 0",
        "if len(mask):\n        hidden[0, mask] = 0",
        "mask = [0]\n    if len(mask):\n        hidden[:, mask] = 0",
        "if len(mask):\n        hidden.loc[:, mask] = 0",
        "if not isinstance(mask, slice) and len(mask):\n        hidden[:, mask] = 0",
        "if mask is None:\n        mask = slice(None)\n    elif len(mask) == 0:\n        return\n"
        "    hidden[:, mask] = 0",
    ],
)
def test_leaves_an_index_of_which_it_is_not_seen_that_it_is_one_array(body: str) -> None:
    head = "import numpy as np\nimport torch\n\ndef reset(hidden, mask):\n"
    assert body in fixed(f"{head}    {body}\n", unsafe=True)


@pytest.mark.parametrize("parameter", ["hidden", "hidden: torch.Tensor"])
def test_an_index_that_is_counted_and_may_be_an_array(parameter: str) -> None:
    head = f"import numpy as np\nimport torch\n\ndef reset({parameter}, mask):\n"
    text = fixed(f"{head}    if len(mask) != 0:\n        hidden[:, mask, :] = 0\n")
    assert "hidden[:, ms.tensor(mask), :] = 0" in text


SHUFFLED = """\
import numpy as np
import torch


def shuffle(*arrays, **options):
    places = np.arange(len(arrays[0]))
    np.random.shuffle(places)
    return {}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tuple(x[places] for x in arrays)", "tuple(x[ms.tensor(places)] for x in arrays)"),
        ("arrays[0][places]", "arrays[0][ms.tensor(places)]"),
    ],
)
def test_what_is_shuffled_alike_takes_a_tensor(before: str, after: str) -> None:
    source = SHUFFLED.format(before)
    assert after in fixed(source, unsafe=True)
    assert before in fixed(source)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", "tuple(x[places] for x in options)"),
        ("", "[arrays[i] for i in places]"),
        ("import pandas\n", "tuple(x[places] for x in arrays)"),
    ],
)
def test_what_is_none_of_several_arguments_keeps_its_index(head: str, body: str) -> None:
    assert body in fixed(head + SHUFFLED.format(body), unsafe=True)


def test_what_numpy_joins_by_an_index_is_an_array() -> None:
    source = "import numpy as np\nimport torch\nx = torch.ones(2, 8)\nx[:, np.r_[:2, 4:8]] = 1\n"
    assert "x[:, ms.tensor(np.r_[:2, 4:8])] = 1\n" in fixed(source)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[torch.from_numpy(inds) > 3] = 1", "x[ms.from_numpy(inds) > 3] = 1"),
        ("inds[inds > 3] = 1", "inds[inds > 3] = 1"),
        ("x[inds > 3] = 1", "x[ms.tensor(inds > 3)] = 1"),
        ("y = x[inds == inds.max()]", "y = x[ms.tensor(inds == inds.max())]"),
        ("found = inds >= 2\ny = x[found]", "y = x[ms.tensor(found)]"),
    ],
)
def test_what_numpy_compares_is_an_array(before: str, after: str) -> None:
    assert f"{after}\n" in fixed(f"{HEAD}{before}\n")
