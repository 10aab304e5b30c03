"""The parts of the core that take a moment to load, loaded once, before workers are forked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mindport.cli.entry import Failure, tell
from mindport.texts import Language, Text

if TYPE_CHECKING:
    from mindport.knowledge.store import Store

_OUTDATED = Text(
    "the knowledge index is older than what it is made of; run scripts/build_index.py",
    "知识库索引比其来源旧；请运行 scripts/build_index.py",
)


def load_knowledge(language: Language) -> Store:
    """The knowledge base.

    Raises:
        Failure: this installation carries none.
    """
    from mindport.knowledge.store import IndexMissingError, is_outdated, load

    try:
        knowledge = load()
    except IndexMissingError as error:
        chinese = "该安装不含知识库索引；请重新安装 mindport，或运行 scripts/build_index.py"
        raise Failure(Text(str(error), chinese), language) from error
    if is_outdated():
        tell(_OUTDATED(language))
    return knowledge


def load_analysis(language: Language) -> None:
    """Everything that an analysis needs.

    Raises:
        Failure: this installation carries no knowledge base.
    """
    import mindport.analysis
    import mindport.symbols.torch_api

    load_knowledge(language)
    mindport.symbols.torch_api.load()
