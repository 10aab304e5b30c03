"""The evidence in a hover, from entries made for the purpose."""

from __future__ import annotations

from typing import Any

import pytest

from mindport.knowledge.store import Store, load
from mindport.lsp.hover_text import Sources, hover_text
from mindport.lsp.links import mindspore_link, torch_link
from mindport.symbols.torch_api import load as load_torch
from mindport.target import Target
from mindport.texts import Language

RELU = {
    "symbol": "torch.relu",
    "equivalents": [{"api": "mindspore.ops.relu", "devices": ["Ascend", "CPU"], "since": "2.3"}],
    "examples": ["torch.relu(x1)", "torch.relu(x2)", {"code": "torch.relu(1)", "expect": "marked"}],
}


def run(example: str, outcome: str) -> dict[str, Any]:
    return {
        "example": example,
        "outcome": outcome,
        "mindspore": "2.10.0",
        "device": "CPU",
        "equivalent": "mindspore.ops.relu",
        "reason": "kernel unregistered" if outcome == "error" else None,
    }


def shown(entry: dict[str, Any], language: Language = "en", **target: Any) -> str:
    store = Store({entry["symbol"]: entry}, {}, ("2.10.0",), "2.10.0")
    text = hover_text(entry["symbol"], Sources(store, load_torch(), Target(**target), language))
    assert text is not None
    return text


def test_nothing_was_run() -> None:
    text = shown(RELU)
    assert "**Evidence** from the documentation, not run here" in text
    assert "since MindSpore 2.3" in text
    assert "来自文档，未在此运行验证" in shown(RELU, "zh")


def test_all_examples_were_equal() -> None:
    proved = {**RELU, "evidence": [run("torch.relu(x1)", "equal"), run("torch.relu(x2)", "equal")]}
    text = shown(proved)
    assert "verified on MindSpore 2.10.0, CPU: equal on 2 of 2 examples" in text
    assert "Ascend: from the documentation" in text
    assert "已在 MindSpore 2.10.0、CPU 上验证：2 个示例中 2 个结果一致" in shown(proved, "zh")


def test_an_example_failed() -> None:
    runs = [run("torch.relu(x1)", "equal"), run("torch.relu(x2)", "error")]
    text = shown({**RELU, "evidence": runs})
    assert "verified" not in text
    assert "equal on 1 of 2 examples" in text
    assert "`torch.relu(x2)`: kernel unregistered" in text


def test_no_equivalent_for_the_target() -> None:
    text = shown(RELU, devices=("GPU",))
    assert "There is no equivalent for MindSpore 2.10 · GPU" in text
    assert "→" not in text


def test_advice_stands_for_an_equivalent() -> None:
    entry = {
        "symbol": "torch.compile",
        "status": "manual",
        "advice": {"en": "Use ms.jit.", "zh": "请使用 ms.jit。"},
    }
    assert "Use ms.jit." in shown(entry)
    assert "请使用 ms.jit。" in shown(entry, "zh")


def test_conditions_are_put_in_words() -> None:
    forms = [
        {"to": "{self}.shape", "devices": ["CPU"], "when": "argc == 0"},
        {"to": "{self}.shape[{dim}]", "devices": ["CPU"], "when": "argc == 1"},
        {"api": "mindspore.ops.size", "devices": ["CPU"], "when": "kind(dim) == 'none'"},
    ]
    text = shown({"symbol": "torch.Tensor.size", "equivalents": forms}, devices=("CPU",))
    assert "- `self.shape` if it has 0 arguments · CPU" in text
    assert "- `self.shape[dim]` if it has 1 argument · CPU" in text
    assert "- `mindspore.ops.size` if `dim` is None · CPU" in text


def test_the_form_for_ordinary_arguments_is_shown() -> None:
    conv = {"api": "mindspore.nn.Conv2d", "devices": ["CPU"]}
    forms = [
        {**conv, "when": "kind(padding) == 'str'", "args": {"padding": "pad_mode"}},
        {**conv, "when": "kind(padding) != 'str'", "set": {"pad_mode": "'pad'"}},
    ]
    entry = {"symbol": "torch.nn.Conv2d", "equivalents": forms}
    signature = "(in_channels, padding=0, pad_mode='same', has_bias=False)"
    apis = {"mindspore.nn.Conv2d": {"signatures": [signature]}}
    sources = Sources(
        Store({"torch.nn.Conv2d": entry}, apis, ("2.10.0",), "2.10.0"),
        load_torch(),
        Target(devices=("CPU",)),
        "en",
    )
    text = hover_text("torch.nn.Conv2d", sources)
    assert text is not None
    assert "| `padding=0` | `padding=0` |  |" in text
    assert "| — | **`pad_mode='same'`** | ⚠ written as `'pad'` |" in text


def test_a_symbol_that_torch_lacks() -> None:
    sources = Sources(Store({}, {}, ("2.10.0",), "2.10.0"), load_torch(), Target(), "en")
    assert hover_text("torch.no_such_thing", sources) is None
    assert "not in the knowledge base" in (hover_text("torch.relu", sources) or "")


@pytest.mark.parametrize(
    ("api", "language", "path"),
    [
        ("mindspore.nn.Conv2d", "en", "en/r2.10.0/api_python/nn/mindspore.nn.Conv2d.html"),
        ("mindspore.ops.cat", "zh", "zh-CN/r2.10.0/api_python/ops/mindspore.ops.cat.html"),
        ("mindspore.mint.nn.Linear", "en", "en/r2.10.0/api_python/mint/mindspore.mint.nn.Linear.html"),
        (
            "mindspore.Tensor.view",
            "en",
            "en/r2.10.0/api_python/mindspore/Tensor/mindspore.Tensor.view.html",
        ),
        ("mindspore.jit", "en", "en/r2.10.0/api_python/mindspore/mindspore.jit.html"),
    ],
)  # fmt: skip
def test_pages_of_mindspore(api: str, language: Language, path: str) -> None:
    assert mindspore_link(api, Target(), language) == f"https://www.mindspore.cn/docs/{path}"


def test_no_page_for_what_mindspore_does_not_document() -> None:
    assert mindspore_link("numpy.array", Target(), "en") is None
    assert mindspore_link("mindspore", Target(), "en") is None


def test_pages_of_torch() -> None:
    assert torch_link("torch.Tensor.view").endswith("/generated/torch.Tensor.view.html")
    assert "/vision/" in torch_link("torchvision.ops.nms")


def test_torchs_own_samples_are_told() -> None:
    case = {"kind": "wrong", "source": "torch.relu(x)", "where": "complex64"}
    text = shown({**RELU, "samples": {"equal": 34, "marked": 1, "wrong": 1, "cases": [case]}})
    assert (
        "**Samples** equal on 34 of 36 of torch's own samples, 1 marked; differs for complex64"
        in text
    )


def test_the_source_of_a_helper_is_shown() -> None:
    text = hover_text(
        "torch.nn.utils.rnn.pad_sequence", Sources(load(), load_torch(), Target(), "en")
    )
    assert text is not None
    assert "→ **`pad_sequence`**" in text
    assert "puts the helper `pad_sequence` into your file" in text
    assert "```python\nimport mindspore as ms\n" in text
    assert "def pad_sequence(" in text
