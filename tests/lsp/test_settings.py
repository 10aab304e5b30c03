"""Settings of the editor and the project, and their changes while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import FULL
from tests.lsp.conftest import MODEL, Server, Start, codes

WATCHING = {
    **FULL,
    "workspace": {
        **FULL["workspace"],
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "didChangeConfiguration": {"dynamicRegistration": True},
    },
}


def shown(server: Server, uri: str, after: int) -> list[str]:
    found = server.client.diagnostics(uri, 1, after=after)
    return [code for _, code in codes(found)]


def change(server: Server, settings: Any) -> int:
    """Change the settings as VS Code does: say so, then answer when asked."""
    mark = server.client.mark()
    server.client.replies["workspace/configuration"] = lambda params: [
        settings for _ in params["items"]
    ]
    server.client.tell("workspace/didChangeConfiguration", {"settings": None})
    return mark


def test_ignoring_a_code_takes_effect_at_once(start: Start) -> None:
    server = start()
    uri = server.uri("model.py")
    assert "MP201" in [code for _, code in codes(server.client.open(uri, MODEL))]
    mark = change(server, {"ignore": ["MP2"]})
    after = shown(server, uri, mark)
    assert "MP201" not in after
    assert "MP301" in after


def test_the_language_changes(start: Start) -> None:
    server = start()
    uri = server.uri("model.py")
    server.client.open(uri, MODEL)
    mark = change(server, {"language": "zh"})
    found = server.client.diagnostics(uri, 1, after=mark)
    assert any("在 MindSpore 中" in item["message"] for item in found)


def test_the_target_changes(start: Start) -> None:
    server = start()
    uri = server.uri("model.py")
    server.client.open(uri, MODEL)
    mark = change(server, {"devices": ["CPU"], "mindsporeVersion": "2.9", "mode": "GRAPH"})
    wanted = {"mindspore": "2.9", "devices": ["CPU"], "mode": "GRAPH"}
    server.client.expect("mindport/status", lambda status: status["target"] == wanted, after=mark)


def test_off_and_on_again(start: Start) -> None:
    server = start()
    uri = server.uri("model.py")
    server.client.open(uri, MODEL)
    assert shown(server, uri, change(server, {"enable": False})) == []
    assert server.client.hover(uri, 7, 24) is None
    assert server.client.actions(uri, 7, 24) == []
    assert "MP201" in shown(server, uri, change(server, {"enable": True}))


def test_settings_come_with_initialize(start: Start) -> None:
    options = {"settings": [], "globalSettings": {"ignore": ["MP3"], "language": "zh"}}
    server = start(options=options)
    found = server.client.open(server.uri("model.py"), MODEL)
    assert "MP301" not in [code for _, code in codes(found)]
    assert any("在 MindSpore 中" in item["message"] for item in found)


def test_a_client_that_sends_its_settings_unasked(start: Start) -> None:
    workspace = {**FULL["workspace"], "configuration": False}
    server = start(capabilities={**FULL, "workspace": workspace})
    uri = server.uri("model.py")
    server.client.open(uri, MODEL)
    mark = server.client.mark()
    settings = {"settings": {"mindport": {"ignore": ["MP2"]}}}
    server.client.tell("workspace/didChangeConfiguration", settings)
    assert "MP201" not in shown(server, uri, mark)


def test_a_wrong_value_is_named_and_the_others_hold(start: Start) -> None:
    server = start()
    uri = server.uri("model.py")
    server.client.open(uri, MODEL)
    mark = change(server, {"devices": ["TPU"], "ignore": ["MP2"]})
    told = server.client.expect("window/showMessage", after=mark)
    assert "mindport.devices" in told["message"]
    assert "TPU" in told["message"]
    assert "MP201" not in shown(server, uri, mark)


def test_the_project_decides_and_its_changes_are_seen(start: Start, tmp_path: Path) -> None:
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text('[tool.mindport]\nignore = ["MP201"]\n')
    server = start(capabilities=WATCHING)
    uri = server.uri("model.py")
    assert "MP201" not in [code for _, code in codes(server.client.open(uri, MODEL))]
    registered = server.client.expect("client/registerCapability")["registrations"]
    globs = [w["globPattern"] for w in registered[0]["registerOptions"]["watchers"]]
    assert "**/pyproject.toml" in globs

    mark = server.client.mark()
    pyproject.write_text('[tool.mindport]\nignore = ["MP301"]\n')
    changes = [{"uri": pyproject.as_uri(), "type": 2}]
    server.client.tell("workspace/didChangeWatchedFiles", {"changes": changes})
    after = shown(server, uri, mark)
    assert "MP201" in after
    assert "MP301" not in after


def test_a_project_file_with_an_error_is_named_once(start: Start, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.mindport]\nspeed = 3\n")
    server = start()
    assert "MP201" in [code for _, code in codes(server.client.open(server.uri("a.py"), MODEL))]
    server.client.open(server.uri("b.py"), MODEL)
    (told,) = server.client.all("window/showMessage")
    assert "speed" in told["message"]


def test_excluded_files_stay_quiet(start: Start, tmp_path: Path) -> None:
    server = start()
    library = tmp_path / "venv" / "lib" / "site-packages" / "torch" / "functional.py"
    assert server.client.open(library.as_uri(), MODEL) == []
    assert server.client.open(server.uri("model.py"), MODEL) != []


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two projects that have a module of the same name, with different contents."""
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, base in ((one, "import torch.nn as layers\n"), (two, "layers = object()\n")):
        folder.mkdir()
        (folder / "common.py").write_text(base)
    return one, two


def test_each_folder_has_modules_and_settings_of_its_own(
    start: Start, folders: tuple[Path, Path]
) -> None:
    one, two = folders
    text = "from common import layers\n\nconv = layers.Conv2d(1, 2, 3)\n"
    options = {
        "settings": [
            {"workspace": one.as_uri(), "language": "zh"},
            {"workspace": two.as_uri(), "language": "en"},
        ],
        "globalSettings": {},
    }
    server = start(one, two, options=options)
    client = server.client
    borrowed, conv = client.open((one / "model.py").as_uri(), text)
    assert (borrowed["code"], conv["code"]) == ("MP111", "MP201")
    assert "在 MindSpore 中" in conv["message"]
    assert client.open((two / "model.py").as_uri(), text) == []


def test_folders_come_and_go(start: Start, folders: tuple[Path, Path]) -> None:
    one, two = folders
    (two / "pyproject.toml").write_text("[tool.other]\n")
    server = start(one)
    client = server.client
    uri = (two / "model.py").as_uri()
    assert "MP201" in [code for _, code in codes(client.open(uri, MODEL))]
    mark = client.mark()
    client.replies["workspace/configuration"] = lambda params: [
        {"ignore": ["MP201"]} if item.get("scopeUri") == two.as_uri() else {}
        for item in params["items"]
    ]
    event = {"added": [{"uri": two.as_uri(), "name": "two"}], "removed": []}
    client.tell("workspace/didChangeWorkspaceFolders", {"event": event})
    found = client.diagnostics(uri, 1, after=mark)
    assert "MP201" not in [code for _, code in codes(found)]


def test_a_module_that_changes_on_disk_is_read_again(
    start: Start, folders: tuple[Path, Path]
) -> None:
    one, _ = folders
    server = start(one, capabilities=WATCHING)
    client, uri = server.client, (one / "model.py").as_uri()
    text = "from common import layers\n\nconv = layers.Conv2d(1, 2, 3)\n"
    assert [code for _, code in codes(client.open(uri, text))] == ["MP111", "MP201"]
    mark = client.mark()
    (one / "common.py").write_text("layers = object()\n")
    changes = [{"uri": (one / "common.py").as_uri(), "type": 2}]
    client.tell("workspace/didChangeWatchedFiles", {"changes": changes})
    assert client.diagnostics(uri, 1, after=mark) == []
