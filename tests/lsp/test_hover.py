"""What one reads under the pointer."""

from __future__ import annotations

from pathlib import Path

from tests.lsp.client import FULL
from tests.lsp.conftest import MODEL, Server, Start

PLACES = """\
import torch
from torch import nn


def copy_of(x):
    return x.clone()


def area(x: torch.Tensor) -> torch.Tensor:
    names = ["a"]
    names.append("b")
    return x.view(-1).size(0)
"""


def hover(server: Server, name: str, line: int, column: int) -> str | None:
    uri = server.uri(name)
    server.client.open(uri, PLACES)
    return server.client.hover(uri, line, column)


def test_says_nothing_of_other_code(server: Server) -> None:
    for index, (line, column) in enumerate([(4, 6), (9, 6), (9, 14), (10, 11), (11, 5)]):
        assert hover(server, f"other{index}.py", line, column) is None


def test_shows_the_equivalent_and_both_signatures(server: Server) -> None:
    uri = server.uri("conv.py")
    server.client.open(uri, MODEL)
    text = server.client.hover(uri, 7, 25)
    assert text is not None
    assert "**`torch.nn.Conv2d`** → **`mindspore.nn.Conv2d`**" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert "| `kernel_size` | `kernel_size` |  |" in rows
    assert any("`bias=True` | **`has_bias=False`** | ⚠" in row for row in rows)
    assert any("**`pad_mode='same'`**" in row for row in rows)
    assert "MP201" in text
    assert "Ascend, GPU, CPU" in text
    assert "/api_python/nn/mindspore.nn.Conv2d.html)" in text
    assert "/generated/torch.nn.Conv2d.html)" in text


def test_answers_on_any_part_of_a_dotted_name(server: Server) -> None:
    uri = server.uri("dotted.py")
    server.client.open(uri, "import torch\nx = torch.nn.functional.relu\n")
    for column in (4, 9, 12, 25):
        text = server.client.hover(uri, 1, column)
        assert text is not None
        assert "torch.nn.functional.relu" in text


def test_answers_where_nothing_has_to_change(server: Server) -> None:
    text = hover(server, "unchanged.py", 11, 13)
    assert text is not None
    assert "torch.Tensor.view" in text


def test_the_member_answers_and_not_the_value(server: Server) -> None:
    text = hover(server, "member.py", 11, 23)
    assert text is not None
    assert "torch.Tensor.size" in text
    assert "self.shape" in text


def test_a_guess_says_that_it_is_one(server: Server) -> None:
    text = hover(server, "guess.py", 5, 14)
    assert text is not None
    assert "torch.Tensor.clone" in text
    assert "Only the name suggests this" in text


def test_jedi_finds_what_comes_from_another_file(start: Start, tmp_path: Path) -> None:
    (tmp_path / "shapes.py").write_text(
        "import torch\n\n\nclass Box:\n    def __init__(self) -> None:\n"
        "        self.corners = [torch.zeros(2, 3)]\n"
    )
    server = start()
    uri = server.uri("use.py")
    server.client.open(uri, "from shapes import Box\n\nBox().corners[0].flatten()\n")
    text = server.client.hover(uri, 2, 20)
    assert text is not None
    assert "torch.Tensor.flatten" in text


def test_unknown_symbols_say_so(server: Server) -> None:
    uri = server.uri("unknown.py")
    server.client.open(uri, "import torch\ntorch.no_such_function(1)\n")
    assert server.client.hover(uri, 1, 8) is None


def test_in_chinese(start: Start) -> None:
    server = start(locale="zh-hans")
    uri = server.uri("model.py")
    server.client.open(uri, MODEL)
    text = server.client.hover(uri, 7, 25)
    assert text is not None
    assert "有等价接口" in text
    assert "默认值不同" in text
    assert "/docs/zh-CN/" in text


def test_a_client_without_markdown_gets_plain_text(start: Start) -> None:
    plain = {**FULL["textDocument"], "hover": {"contentFormat": ["plaintext"]}}
    server = start(capabilities={**FULL, "textDocument": plain})
    uri = server.uri("model.py")
    server.client.open(uri, MODEL)
    at = {"line": 7, "character": 25}
    params = {"textDocument": {"uri": uri}, "position": at}
    contents = server.client.ask("textDocument/hover", params)["contents"]
    assert contents["kind"] == "plaintext"
    assert "mindspore.nn.Conv2d" in contents["value"]
    assert "**" not in contents["value"]
