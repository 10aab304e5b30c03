"""Columns in the units that the client counts in."""

from __future__ import annotations

import pytest

from tests.lsp.client import FULL, apply
from tests.lsp.conftest import Server, Start

LINE = 's = "😀中文é"; conv = torch.nn.Conv2d(1, 2, 3)  # 🎉 卷积'
TEXT = f"import torch\n{LINE}\n"
UNITS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
WIDTH = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


def column(encoding: str, words: str) -> int:
    before = LINE[: LINE.index(words)]
    return len(before.encode(UNITS[encoding])) // WIDTH[encoding]


def begin(start: Start, encodings: list[str] | None) -> Server:
    general = {"general": {"positionEncodings": encodings}} if encodings else {}
    return start(capabilities={**FULL, **general})


@pytest.mark.parametrize(
    ("encodings", "chosen"),
    [(None, "utf-16"), (["utf-8"], "utf-8"), (["utf-32", "utf-16"], "utf-32")],
)
def test_diagnostics_edits_and_fixes_agree(
    start: Start, encodings: list[str] | None, chosen: str
) -> None:
    server = begin(start, encodings)
    client, uri = server.client, server.uri("emoji.py")
    (conv,) = [item for item in client.open(uri, TEXT) if item["code"] == "MP201"]
    at = column(chosen, "torch.nn")
    assert conv["range"]["start"] == {"line": 1, "character": at}

    hovered = client.hover(uri, 1, column(chosen, "Conv2d"))
    assert hovered is not None
    assert "torch.nn.Conv2d" in hovered

    fix = next(action for action in client.actions(uri, 1, at) if "nn.Conv2d" in action["title"])
    fixed = apply(TEXT, client.resolve(fix), UNITS[chosen])
    assert '"😀中文é"; conv = ' in fixed
    assert "# 🎉 卷积" in fixed
    assert "torch.nn" not in fixed
    assert "pad_mode='pad'" in fixed

    client.edit(uri, 2, ((1, column(chosen, "中"), 1, column(chosen, "é")), "😀😀"))
    (moved,) = [item for item in client.diagnostics(uri, 2) if item["code"] == "MP201"]
    width = {"utf-8": 8 - 6, "utf-16": 4 - 2, "utf-32": 0}[chosen]
    assert moved["range"]["start"]["character"] == at + width


def test_takes_the_clients_first_choice(start: Start) -> None:
    server = begin(start, ["utf-8", "utf-16"])
    client, uri = server.client, server.uri("choice.py")
    (conv,) = [item for item in client.open(uri, TEXT) if item["code"] == "MP201"]
    assert conv["range"]["start"]["character"] == column("utf-8", "torch.nn")


@pytest.mark.parametrize("separator", ["\x0c", "\x0b", "\x1c", "\x85", "\u2028"])
def test_only_line_feeds_and_carriage_returns_end_lines(server: Server, separator: str) -> None:
    client = server.client
    uri = server.uri(f"separator{ord(separator)}.py")
    text = f"import torch\n# one{separator}two\nx = torch.nn.Conv2d(1, 2, 3)\n"
    client.open(uri, text)
    client.edit(uri, 2, ((2, 0, 2, 1), "conv"))
    (found,) = [item for item in client.diagnostics(uri, 2) if item["code"] == "MP201"]
    assert found["range"]["start"] == {"line": 2, "character": 7}


def test_windows_line_endings(server: Server) -> None:
    client, uri = server.client, server.uri("crlf.py")
    text = "import torch\r\nx = torch.nn.Conv2d(1, 2, 3)\r\n"
    client.open(uri, text)
    client.edit(uri, 2, ((0, 12, 1, 0), "\r\n\r\n"))
    (found,) = [item for item in client.diagnostics(uri, 2) if item["code"] == "MP201"]
    assert found["range"]["start"] == {"line": 2, "character": 4}
    (fix,) = [
        item for item in client.actions(uri, 2, 4, only=["quickfix"]) if "nn.Conv2d" in item["title"]
        and "Replace" in item["title"]
    ]  # fmt: skip
    edited = "import torch\r\n\r\nx = torch.nn.Conv2d(1, 2, 3)\r\n"
    fixed = apply(edited, client.resolve(fix))
    assert "\n" not in fixed.replace("\r\n", "")
