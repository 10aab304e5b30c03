"""What numpy gives of sizes in compiled code: no method of numpy's is asked of it."""

from __future__ import annotations

import pytest

from .test_graph import codes, forward, migrated

HEAD = "import numpy as np\n"


@pytest.mark.parametrize(
    "body",
    [
        "n = int(np.ceil(np.log(x.shape[0])))\nreturn x * n",
        "return x / np.sqrt(x.shape[1])",
        "n = np.arange(4).astype('float32')\nreturn x * torch.tensor(n)",
        "n = np.sqrt(self.table).astype('float32')\nreturn x * torch.tensor(n)",
        "return x * x.mean().item()",
        "return x * np.sum(x).item()",
        "return x * np.prod(self.table, axis=0).astype('float32')",
        "n = x.shape[0]\nreturn x * n.item()",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "MP402" not in codes(HEAD + forward(body))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "b, n = x.shape\nu = self.k * np.ceil(np.log(n)).astype('int').item()\nreturn x * u",
            "u = self.k * int(np.ceil(np.log(n)))\n",
        ),
        (
            "u = np.floor(x.shape[1] / 2).astype(np.int64)\nreturn x[:, :u]",
            "u = int(np.floor(x.shape[1] / 2))\n",
        ),
        (
            "k = np.gcd(x.shape[0], self.step)\nn = x.shape[0] // k\nreturn torch.arange(n.item())",
            "arange(int(n))",
        ),
        ("return x * np.log2(len(x)).item()", "x * float(np.log2(len(x)))\n"),
        ("n = np.prod(x.shape[1:]).item()\nreturn x / n", "n = int(np.prod(x.shape[1:]))\n"),
        ("n = np.prod(self.kernel).item()\nreturn x / n", "n = np.prod(self.kernel)\n"),
        ("return x * np.max([len(x), 2]).item()", "x * int(np.max([len(x), 2]))\n"),
        ("return x * np.max([len(x), 0.5]).item()", "x * float(np.max([len(x), 0.5]))\n"),
        ("return x * np.mean([len(x), 2]).item()", "x * float(np.mean([len(x), 2]))\n"),
        ("d = np.float32(2) / 3\nreturn x * d.item()", "x * float(d)\n"),
    ],
)
def test_it_is_a_python_number(body: str, expected: str) -> None:
    assert "MP402" in codes(HEAD + forward(body))
    text, left = migrated(HEAD + forward(body))
    assert expected in text
    assert left == []


def test_another_dtype_is_told() -> None:
    (finding,) = codes(HEAD + forward("return x * np.log(x.size(0)).astype('float32')"))
    assert finding == "MP402"


MADE = forward("return x * {0}").replace(
    "        self.seen = []", "        self.scale = 10 / np.log(10)"
)


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("self.scale.item()", "x * float(self.scale)\n"),
        ("ROOT.item()", "x * float(ROOT)\n"),
        ("(ROOT * 2).item()", "x * float(ROOT * 2)\n"),
    ],
)
def test_a_number_that_is_kept_is_a_python_number(asked: str, after: str) -> None:
    text, left = migrated(HEAD + "ROOT = np.sqrt(3.0)\n" + MADE.format(asked))
    assert after in text
    assert left == []


def test_numbers_before_tensors_have_no_item_in_graph_mode() -> None:
    text, left = migrated(HEAD + MADE.replace("x * {0}", "self.scale * x + np.int64(2) * x"))
    assert "return float(self.scale) * x + int(np.int64(2)) * x\n" in text
    assert left == []


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("self.weights[0].item()", "x * self.weights[0]\n"),
        ("self.weights.sum().item()", "x * self.weights.sum()\n"),
    ],
)
def test_items_of_an_array_that_the_network_holds(asked: str, after: str) -> None:
    made = "        self.weights = np.array([3.0, 4.0])"
    source = HEAD + forward(f"return x * {asked}").replace("        self.seen = []", made)
    assert codes(source) == ["MP402"]
    text, left = migrated(source)
    assert after in text
    assert left == []


@pytest.mark.parametrize("asked", ["self.weights.item(0)", "self.weights.item()"])
def test_leaves_an_array_that_is_asked_itself(asked: str) -> None:
    made = "        self.weights = np.array([3.0])"
    assert (
        codes(HEAD + forward(f"return x * {asked}").replace("        self.seen = []", made)) == []
    )
