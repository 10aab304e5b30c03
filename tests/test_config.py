"""Settings: where they come from, which one wins, and what is said of a wrong one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mindport.config import (
    Config,
    ConfigError,
    Overrides,
    config_for,
    default_language,
    find_pyproject,
    from_editor,
    merge,
    read_pyproject,
    read_version,
)
from mindport.target import Target


def project(folder: Path, table: str) -> Path:
    path = folder / "pyproject.toml"
    path.write_text(table, "utf-8")
    return path


def test_a_project_without_settings_gets_the_defaults(tmp_path: Path) -> None:
    project(tmp_path, '[project]\nname = "x"\n')
    config = config_for(tmp_path / "a.py", base=Config())
    assert config == Config()
    assert config.target == Target("2.10", ("Ascend", "CPU"), "PYNATIVE")


def test_every_setting_of_pyproject(tmp_path: Path) -> None:
    project(
        tmp_path,
        """
        [tool.mindport]
        mindspore-version = "2.9.0"
        devices = ["cpu", "GPU", "CPU"]
        mode = "graph"
        select = ["MP1", "all"]
        ignore = ["mp101"]
        exclude = ["gen"]
        extend-exclude = ["*_pb2.py"]
        lang = "zh"
        unsafe-fixes = true
        [tool.mindport.per-file-ignores]
        "tests/*" = ["MP2"]
        """,
    )
    config = config_for(tmp_path / "sub" / "a.py", base=Config())
    assert config.target == Target("2.9", ("CPU", "GPU"), "GRAPH")
    assert config.select == ("MP1", "MP")
    assert config.ignore == ("MP101",)
    assert config.exclude == ("gen", "*_pb2.py")
    assert config.language == "zh"
    assert config.unsafe_fixes
    assert config.root == tmp_path
    assert not config.for_file(tmp_path / "tests" / "a.py").enabled("MP201")
    assert config.for_file(tmp_path / "src" / "a.py").enabled("MP201")


def test_the_nearest_table_counts_and_files_without_one_are_passed_over(tmp_path: Path) -> None:
    outer = project(tmp_path, "[tool.mindport]\n")
    inner = tmp_path / "inner"
    (inner / "deep").mkdir(parents=True)
    project(inner / "deep", "[tool.other]\n")
    assert find_pyproject(inner / "deep" / "a.py") == outer
    nearer = project(inner, "[tool.mindport]\n")
    assert find_pyproject(inner / "deep" / "a.py") == nearer
    assert find_pyproject(inner / "deep") == nearer
    assert find_pyproject(tmp_path / "inner" / ".." / "a.py") == outer


def test_command_line_wins_over_editor_wins_over_project(tmp_path: Path) -> None:
    project(tmp_path, '[tool.mindport]\nmindspore-version = "2.7"\nmode = "GRAPH"\nlang = "zh"\n')
    editor = from_editor({"mindsporeVersion": "2.8", "language": "en", "devices": ["GPU"]})
    line = Overrides(mindspore="2.9")
    config = config_for(tmp_path / "a.py", editor, line, base=Config())
    assert config.target == Target("2.9", ("GPU",), "GRAPH")
    assert config.language == "en"


def test_empty_editor_settings_leave_the_project_alone() -> None:
    settings = {
        "enable": True,
        "devices": [],
        "mindsporeVersion": "",
        "mode": None,
        "select": [],
        "ignore": [],
        "unsafeFixes": False,
        "language": "auto",
        "run": {"device": None},
    }
    assert from_editor(settings) == Overrides()


@pytest.mark.parametrize(
    ("select", "ignore", "code", "enabled"),
    [
        (["MP"], [], "MP201", True),
        (["MP1"], [], "MP201", False),
        (["MP"], ["MP2"], "MP201", False),
        (["MP201"], ["MP2"], "MP201", True),
        (["MP2"], ["MP201"], "MP201", False),
        (["MP2"], ["MP201"], "MP202", True),
        (["MP201"], ["MP201"], "MP201", False),
        (["MP1"], [], "MP901", True),
        (["MP1"], ["MP9"], "MP901", False),
    ],
)
def test_the_longest_prefix_decides(
    select: list[str], ignore: list[str], code: str, enabled: bool
) -> None:
    config = Config(select=tuple(select), ignore=tuple(ignore))
    assert config.enabled(code) is enabled


def test_selecting_starts_afresh_and_ignoring_takes_away() -> None:
    project_layer = Overrides(select=("MP2",), ignore=("MP201",))
    assert not merge(Config(), project_layer).enabled("MP201")
    assert merge(Config(), project_layer, Overrides(select=("MP201",))).enabled("MP201")
    taken = merge(Config(), project_layer, Overrides(ignore=("MP202",)))
    assert [code for code in ("MP201", "MP202", "MP203") if taken.enabled(code)] == ["MP203"]


def test_a_file_of_its_own_silence_wins_over_any_selection(tmp_path: Path) -> None:
    config = Config(select=("MP201",), per_file_ignores=(("*_test.py", ("MP2",)),), root=tmp_path)
    assert not config.for_file(tmp_path / "a_test.py").enabled("MP201")
    assert config.for_file(tmp_path / "a.py").enabled("MP201")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("version = '2.9'", ["version", "mindspore-version", "devices"]),
        ("mindspore-version = 2.9", ["mindspore-version", "2.9", '"2.10"']),
        ("mindspore-version = '2'", ["mindspore-version", "'2'"]),
        ("mindspore-version = '2.x'", ["mindspore-version", "'2.x'"]),
        ("mindspore-version = '1.10'", ["1.10", "2.7", "2.10"]),
        ("devices = 'CPU'", ["devices", "'CPU'", '["Ascend", "CPU"]']),
        ("devices = ['NPU']", ["devices", "'NPU'", "Ascend, GPU, CPU"]),
        ("devices = []", ["devices", "at least one"]),
        ("mode = 'eager'", ["mode", "'eager'", '"PYNATIVE" or "GRAPH"']),
        ("select = ['E501']", ["select", "'E501'", "MP201"]),
        ("ignore = 'MP1'", ["ignore", "'MP1'", "list"]),
        ("exclude = [1]", ["exclude", "[1]"]),
        ("lang = 'fr'", ["lang", "'fr'", '"en" or "zh"']),
        ("unsafe-fixes = 'yes'", ["unsafe-fixes", "'yes'", "true or false"]),
        ("per-file-ignores = ['x']", ["per-file-ignores", "table"]),
        ("per-file-ignores = {'a.py' = 'MP1'}", ["per-file-ignores.a.py", "'MP1'"]),
    ],
)
def test_a_wrong_setting_names_file_key_and_remedy(
    tmp_path: Path, table: str, words: list[str]
) -> None:
    path = project(tmp_path, f"[tool.mindport]\n{table}\n")
    with pytest.raises(ConfigError) as caught:
        read_pyproject(path)
    for word in [str(path), *words]:
        assert word in str(caught.value)
    assert str(path) in caught.value.text.zh
    assert caught.value.text.zh != caught.value.text.en


@pytest.mark.parametrize(
    "content",
    [b"[tool.mindport\n", b"\xff\xfe", b"tool.mindport = 3\n", b"[tool]\nmindport = []\n"],
)
def test_a_pyproject_that_makes_no_sense_is_an_error_that_names_it(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"pyproject\.toml"):
        config_for(tmp_path / "a.py")


@pytest.mark.parametrize("content", ["tool = 3\n", "", "[tool]\nother = 1\n"])
def test_a_pyproject_of_other_tools_is_no_error(tmp_path: Path, content: str) -> None:
    project(tmp_path, content)
    assert find_pyproject(tmp_path / "a.py") != tmp_path / "pyproject.toml"


def test_an_editor_setting_is_named_as_the_editor_names_it() -> None:
    with pytest.raises(ConfigError, match=r"mindport\.mindsporeVersion"):
        from_editor({"mindsporeVersion": "newest"})


@pytest.mark.parametrize(
    ("written", "meant"), [("2.10", "2.10"), ("2.10.0", "2.10"), ("2.7.1", "2.7.1"), ("3.0", "3.0")]
)
def test_versions(written: str, meant: str) -> None:
    assert read_version(written, "here") == meant


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "en"),
        ({"LC_ALL": "zh_TW"}, "zh"),
    ],
)
def test_the_locale_gives_the_language(environment: dict[str, str], language: str) -> None:
    assert default_language(environment) == language


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_pyproject_that_leads_nowhere_is_passed_over(tmp_path: Path) -> None:
    outer = project(tmp_path, "[tool.mindport]\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").symlink_to(inner / "pyproject.toml")
    assert find_pyproject(inner / "a.py") == outer
