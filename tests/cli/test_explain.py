"""``mindport explain`` and ``mindport search`` on the knowledge base as it is shipped."""

from __future__ import annotations

import json

import pytest

from .conftest import Run

FIELDS = ["symbol", "status", "api", "devices", "since", "verified"]


def test_json_gives_one_object_a_line_in_the_order_asked(umbrella: Run) -> None:
    result = umbrella(
        "explain", "--format", "json", "torch.nn.Linear", "-", "torch.cat", stdin="torch.zeros\n\n"
    )
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["symbol"] for one in found] == ["torch.nn.Linear", "torch.zeros", "torch.cat"]
    assert all(list(one) == FIELDS for one in found)
    assert found[0]["api"].startswith("mindspore.")
    assert found[0]["devices"]
    assert result.exit_code == 0


def test_an_alias_is_explained_under_the_name_that_was_given(umbrella: Run) -> None:
    names = ["torch.nn.modules.linear.Linear", "torch.nn.Linear"]
    result = umbrella("explain", "--format", "json", *names)
    alias, own = (json.loads(line) for line in result.stdout.splitlines())
    assert alias["symbol"] == names[0]
    assert alias["api"] == own["api"]


def test_what_is_unknown_is_said_to_be(umbrella: Run) -> None:
    result = umbrella("explain", "--format", "json", "torch.no_such_thing", "not a name")
    for line, name in zip(
        result.stdout.splitlines(), ["torch.no_such_thing", "not a name"], strict=True
    ):
        assert json.loads(line) == {
            "symbol": name,
            "status": "unknown",
            "api": None,
            "devices": [],
            "since": None,
            "verified": None,
        }
    assert result.exit_code == 0


def test_a_member_without_an_entry_is_told_of_by_its_owner(umbrella: Run) -> None:
    def explained(symbol: str) -> str:
        return umbrella("explain", symbol).stdout

    method = explained("torch.fx.Graph.erase_node")
    assert "unsupported" in method
    assert "part of torch.fx.Graph. torch.fx has no counterpart" in method
    assert "part of torch.cuda." in explained("torch.cuda.amp.common")
    assert "unknown" in explained("torch.fx.Graph.no_such_method")
    assert "mindspore.nn.Cell.construct" in explained("torch.nn.LayerNorm.forward")
    constructor, cls = explained("torch.nn.LayerNorm.__init__"), explained("torch.nn.LayerNorm")
    assert constructor.partition("\n")[2] == cls.partition("\n")[2]


def test_the_device_decides(umbrella: Run) -> None:
    def api(symbol: str, *devices: str) -> str:
        options = [option for device in devices for option in ("--device", device)]
        result = umbrella("explain", "--format", "json", symbol, *options)
        return str(json.loads(result.stdout)["api"])

    assert api("torch.nn.MaxUnpool2d", "Ascend") == "mindspore.mint.nn.MaxUnpool2d"
    assert api("torch.nn.MaxUnpool2d", "CPU") == "mindspore.nn.MaxUnpool2d"
    assert api("torch.nn.ReplicationPad2d", "CPU") == "mindspore.nn.ReplicationPad2d"
    assert api("torch.nn.ReplicationPad2d", "Ascend", "CPU") == "helper.ReplicationPad2d"


def test_text_is_for_people_in_both_languages(umbrella: Run) -> None:
    english = umbrella("explain", "torch.nn.Conv2d", "--device", "CPU").stdout
    assert english.startswith("torch.nn.Conv2d\n")
    assert "mindspore.nn.Conv2d" in english
    assert "pad" in english
    chinese = umbrella("explain", "torch.nn.Conv2d", "--lang", "zh").stdout
    assert "状态" in chinese
    assert "差异" in chinese


def test_search_finds_by_torch_and_by_mindspore_name(umbrella: Run) -> None:
    rows = umbrella("search", "--format", "json", "dense").stdout.splitlines()
    assert "torch.nn.Linear" in [json.loads(row)["symbol"] for row in rows]
    rows = umbrella("search", "--format", "json", "nn", "conv2d").stdout.splitlines()
    assert json.loads(rows[0])["symbol"] in ("torch.nn.Conv2d", "torch.nn.functional.conv2d")
    assert "torch.nn.Conv2d" in umbrella("search", "conv2d").stdout
    assert (
        len(umbrella("search", "torch", "--limit", "3", "--format", "json").stdout.split("\n")) == 4
    )


@pytest.mark.parametrize(
    ("words", "symbol"),
    [
        ("平均池化", "torch.nn.AvgPool2d"),
        ("梯度裁剪", "torch.nn.utils.clip_grad_norm_"),
        ("gradient clipping", "torch.nn.utils.clip_grad_norm_"),
        ("nn.Dense", "torch.nn.Linear"),
        ("ops.NMSWithMask", "torchvision.ops"),
        ("msrun", "torch.distributed"),
    ],
)
def test_search_finds_what_a_thing_is_called(umbrella: Run, words: str, symbol: str) -> None:
    rows = umbrella("search", "--format", "json", "--limit", "40", *words.split()).stdout
    assert symbol in [json.loads(row)["symbol"] for row in rows.splitlines()]


def test_search_shows_the_name_that_was_found(umbrella: Run) -> None:
    rows = umbrella("search", "nn.Dense").stdout.splitlines()
    assert "mindspore.mint.nn.Linear, mindspore.nn.Dense" in rows[1]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("nn.Linear", "torch.nn.Linear"),
        ("mindspore.nn.Dense", "torch.nn.Linear"),
        ("F.relu", "torch.nn.functional.relu"),
        ("torch.concatenat", "torch.concatenate"),
        ("MP220", "mindport rule MP220"),
        ("mp401", "mindport rule MP401"),
    ],
)
def test_a_name_that_is_none_of_torchs_leads_to_one(umbrella: Run, name: str, meant: str) -> None:
    text = umbrella("explain", name).stdout
    assert "unknown" in text
    assert meant in text
    assert meant in umbrella("explain", name, "--lang", "zh").stdout


def test_search_that_finds_nothing(umbrella: Run) -> None:
    result = umbrella("search", "nosuchwordanywhere")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Nothing found" in result.stderr


def test_torchs_own_samples_are_told(umbrella: Run) -> None:
    result = umbrella("explain", "torch.add")
    assert "of torch's own samples" in result.stdout
    chinese = umbrella("explain", "--lang", "zh", "torch.add")
    assert "torch 自带的" in chinese.stdout


def test_a_helper_is_said_to_come_into_the_file(umbrella: Run) -> None:
    result = umbrella("explain", "torch.nn.utils.rnn.pad_sequence")
    assert "pad_sequence (its source is put into your file)" in result.stdout
    chinese = umbrella("explain", "--lang", "zh", "torch.nn.utils.rnn.pad_sequence")
    assert "pad_sequence (其源码会写入你的文件)" in chinese.stdout
