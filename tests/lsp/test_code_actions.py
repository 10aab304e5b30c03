"""What the light bulb offers, and what each choice makes of the text."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tests.lsp.client import FULL, ServerError, apply
from tests.lsp.conftest import MODEL, Server, Start, codes

GUESSES = """\
import torch


class One(torch.nn.Module):
    def forward(self, x):
        return x


class Two(torch.nn.Module):
    def forward(self, x):
        return x


def twice(x):
    return x.clone(), x.clone()
"""


UNSAFE = """\
import torch
from torch import nn


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(9, 4, dtype=torch.float64)
"""


def opened(server: Server, name: str, text: str = MODEL) -> str:
    uri = server.uri(name)
    server.client.open(uri, text)
    return uri


def titled(actions: list[dict[str, Any]], *words: str) -> dict[str, Any]:
    (found,) = [action for action in actions if all(word in action["title"] for word in words)]
    return found


def test_offers_nothing_for_a_file_without_torch(server: Server) -> None:
    uri = opened(server, "plain.py", "x = 1\n")
    assert server.client.actions(uri, 0, 0) == []


def test_a_safe_fix_is_preferred_and_changes_its_class_alone(server: Server) -> None:
    uri = opened(server, "safe.py")
    actions = server.client.actions(uri, 4, 12, only=["quickfix"])
    fix = next(action for action in actions if action.get("isPreferred"))
    assert fix["diagnostics"][0]["code"] == "MP301"
    assert "edit" not in fix
    fixed = apply(MODEL, server.client.resolve(fix))
    assert ".Cell)" in fixed
    assert "def construct(self, x)" in fixed
    assert "nn.Conv2d(3, 4, 3)" in fixed
    assert "import torch.nn as nn" in fixed
    ast.parse(fixed)


def test_an_unsafe_fix_says_why(server: Server) -> None:
    uri = opened(server, "unsafe.py", GUESSES)
    fix = titled(server.client.actions(uri, 14, 13), "(unsafe: If this value is a tensor")
    assert not fix.get("isPreferred")
    fixed = apply(GUESSES, server.client.resolve(fix))
    assert "return ops.deepcopy(x), x.clone()" in fixed


def test_all_of_a_kind(server: Server) -> None:
    uri = opened(server, "kind.py", GUESSES)
    both = titled(server.client.actions(uri, 14, 13), "Fix all 2 of torch.Tensor.clone")
    assert "(unsafe)" in both["title"]
    fixed = apply(GUESSES, server.client.resolve(both))
    assert "return ops.deepcopy(x), ops.deepcopy(x)" in fixed
    assert "class One(torch.nn.Module)" in fixed
    modules = titled(server.client.actions(uri, 3, 12), "Fix all 2 of torch.nn.Module")
    fixed = apply(GUESSES, server.client.resolve(modules))
    assert fixed.count("def construct") == 2
    assert "x.clone(), x.clone()" in fixed


def test_fix_all_is_safe_alone(server: Server) -> None:
    uri = opened(server, "all.py", GUESSES)
    (fix,) = server.client.actions(uri, 0, 0, only=["source.fixAll"])
    assert fix["kind"] == "source.fixAll.mindport"
    fixed = apply(GUESSES, server.client.resolve(fix))
    assert fixed.count("def construct") == 2
    assert "x.clone(), x.clone()" in fixed
    assert "torch" not in fixed


def test_fix_all_with_the_unsafe_ones(server: Server) -> None:
    uri = opened(server, "allunsafe.py", UNSAFE)
    (fix,) = server.client.actions(uri, 0, 0, only=["source.fixAll.mindport"])
    fixed = apply(UNSAFE, server.client.resolve(fix))
    assert "Cell)" in fixed
    assert "dtype=ms.float64)" in fixed
    assert "torch" in fixed
    (fix,) = server.client.actions(uri, 0, 0, only=["source.mindport.fixAllUnsafe"])
    assert "torch" not in apply(UNSAFE, server.client.resolve(fix))


def test_fix_all_leaves_guesses_alone(server: Server) -> None:
    uri = opened(server, "allguesses.py", GUESSES)
    assert server.client.actions(uri, 0, 0, only=["source.mindport.fixAllUnsafe"]) == []


def test_the_setting_lets_fix_all_be_unsafe(start: Start) -> None:
    server = start(options={"globalSettings": {"unsafeFixes": True}})
    uri = opened(server, "all.py", UNSAFE)
    (fix,) = server.client.actions(uri, 0, 0, only=["source.fixAll.mindport"])
    assert "torch" not in apply(UNSAFE, server.client.resolve(fix))


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (["quickfix"], {"quickfix"}),
        (["source"], {"source.fixAll.mindport", "source.mindport.fixAllUnsafe"}),
        (["source.fixAll"], {"source.fixAll.mindport"}),
        (["source.fixAll.mindport"], {"source.fixAll.mindport"}),
        (["source.fixAll.ruff"], set()),
        (["source.organizeImports"], set()),
        (["refactor"], set()),
    ],
)
def test_only_the_kinds_that_are_asked_for(
    server: Server, only: list[str], kinds: set[str]
) -> None:
    uri = opened(server, f"only{only[0]}.py", UNSAFE)
    found = server.client.actions(uri, 7, 24, only=only)
    assert {action["kind"] for action in found} == kinds


def test_ignoring_on_the_line(server: Server) -> None:
    client = server.client
    uri = opened(server, "ignore.py")
    fixed = apply(MODEL, client.resolve(titled(client.actions(uri, 7, 24), "Ignore MP201")))
    assert "nn.Conv2d(3, 4, 3)  # mindport: ignore[MP201]\n" in fixed
    assert (8, "MP201") not in codes(client.open(server.uri("ignored.py"), fixed))


def test_ignoring_joins_the_comment_that_is_there(server: Server) -> None:
    text = MODEL.replace("nn.Conv2d(3, 4, 3)", "nn.Conv2d(3, 4, 3)  # mindport: ignore[MP3]")
    uri = opened(server, "ignoremore.py", text)
    action = titled(server.client.actions(uri, 7, 24), "Ignore MP201")
    fixed = apply(text, server.client.resolve(action))
    assert "# mindport: ignore[MP3, MP201]\n" in fixed


@pytest.mark.parametrize(
    "text",
    [
        "import torch\nx = torch.nn.Conv2d(1, 2, 3), '''\n'''\n",
        "import torch\nx = torch.nn.Conv2d(1, 2, 3), \\\n    1\n",
    ],
    ids=["string", "continuation"],
)
def test_no_comment_where_it_would_not_be_one(server: Server, text: str) -> None:
    uri = opened(server, f"nocomment{len(text)}.py", text)
    action = titled(server.client.actions(uri, 1, 10), "Ignore MP201")
    with pytest.raises(KeyError):
        server.client.resolve(action)


def test_edits_are_for_the_version_they_were_made_from(server: Server) -> None:
    client, uri = server.client, opened(server, "version.py")
    fix = next(a for a in client.actions(uri, 4, 12) if a.get("isPreferred"))
    resolved = client.ask("codeAction/resolve", fix)
    assert resolved["edit"]["documentChanges"][0]["textDocument"] == {"uri": uri, "version": 1}
    client.edit(uri, 2, ((0, 0, 0, 0), "\n"))
    with pytest.raises(ServerError) as refused:
        client.resolve(fix)
    assert refused.value.code == -32801


def test_a_simple_client_gets_its_edits_at_once(start: Start) -> None:
    server = start(capabilities={})
    uri = opened(server, "simple.py")
    fix = next(a for a in server.client.actions(uri, 4, 12) if a.get("isPreferred"))
    assert "def construct(self, x)" in apply(MODEL, fix["edit"]["changes"][uri])


def test_titles_in_chinese(start: Start) -> None:
    server = start(locale="zh")
    uri = opened(server, "zh.py", GUESSES)
    titles = [action["title"] for action in server.client.actions(uri, 14, 13)]
    assert any("（可能改变结果：如果该值是张量" in title for title in titles)
    assert "修复此文件中全部 2 处 torch.Tensor.clone（可能改变结果）" in titles
    assert "在此行忽略 MP110" in titles
    assert "Mindport：应用全部安全修复" in titles


def test_the_command_fixes_in_one_step(server: Server) -> None:
    client, uri = server.client, opened(server, "command.py", UNSAFE)
    mark = client.mark()
    assert client.command("mindport.server.fixAll", uri, {"unsafe": True}) == {"applied": True}
    (change,) = client.expect("workspace/applyEdit", after=mark)["edit"]["documentChanges"]
    fixed = apply(UNSAFE, change["edits"])
    assert "torch" not in fixed
    client.tell(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": fixed}]},
    )
    assert client.diagnostics(uri, 2) == []
    mark = client.mark()
    assert client.command("mindport.server.fixAll", uri) == {"applied": False}
    assert "nothing to fix" in client.expect("window/showMessage", after=mark)["message"]


def test_commands_that_are_not_there(server: Server) -> None:
    with pytest.raises(ServerError, match=r"no command mindport\.nonsense"):
        server.client.command("mindport.nonsense")
    with pytest.raises(ServerError, match="not an open document"):
        server.client.command("mindport.server.run", server.uri("closed.py"))


def lenses(server: Server, uri: str) -> list[tuple[int, str, str]]:
    found = server.client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    commands = [(lens["range"]["start"]["line"], lens["command"]) for lens in found]
    return [(line, command["title"], command["command"]) for line, command in commands]


def test_lenses_at_the_top_and_at_the_main_guard(server: Server) -> None:
    uri = opened(server, "lenses.py")
    found = lenses(server, uri)
    safe = next(title for line, title, command in found if command == "mindport.fixAll")
    assert safe.startswith("Fix all safe (")
    run = ("Run on MindSpore (CPU)", "mindport.run")
    fix = (safe, "mindport.fixAll")
    assert found == [(0, *run), (0, *fix), (13, *run), (13, *fix)]


def test_no_lenses_without_torch_or_when_they_are_off(server: Server, start: Start) -> None:
    assert lenses(server, opened(server, "nolens.py", "x = 1\n")) == []
    quiet = start(
        capabilities=FULL, options={"globalSettings": {"codeLens": False, "run": {"device": "GPU"}}}
    )
    assert lenses(quiet, opened(quiet, "model.py")) == []


def test_the_lens_names_the_device(start: Start) -> None:
    server = start(options={"globalSettings": {"run": {"device": "Ascend"}}}, locale="zh")
    titles = [title for _, title, _ in lenses(server, opened(server, "model.py"))]
    assert "在 MindSpore 上运行（Ascend）" in titles
