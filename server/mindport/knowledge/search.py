"""Finds entries by words: parts of torch's or MindSpore's names, what they are called, their texts."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Plain = Mapping[str, Mapping[str, Any]]
Words = Mapping[str, Sequence[str]]

NEAR = 0.75  # how alike a misspelt name is to the one that was meant


def ranked(plain: Plain, words: Words, query: str) -> list[str]:
    """The symbols of the entries that hold all words of ``query``, the closest first.

    Args:
        words: parts of names by what people call them; Chinese words need no spaces.
    """
    wanted = [word.lower() for word in re.split(r"[\s,，、]+", query) if word]
    named = {word: named_parts(word, words) for word in wanted}
    found = []
    for symbol, entry in plain.items():
        names = [symbol.lower(), *(name.lower() for name in api_names(entry))]
        ranks = [_rank(names, word, named[word], entry) for word in wanted]
        if ranks and None not in ranks:
            found.append((sum(rank or 0 for rank in ranks), len(symbol), symbol))
    return [symbol for *_, symbol in sorted(found)]


def near(plain: Plain, name: str) -> list[str]:
    """Symbols that may have been meant by ``name``, which is none: shortened, MindSpore's or
    misspelt; the closest first."""
    ending = _ending(plain, name.lower())
    return ending or difflib.get_close_matches(name, plain, n=5, cutoff=NEAR)


def _ending(plain: Plain, name: str) -> list[str]:
    """The symbols whose names, or what takes their place, end so; if there are none, those that
    end as ``name`` without its first part does."""
    ours = [symbol for symbol in plain if symbol.lower().endswith(f".{name}")]
    theirs = [s for s, e in plain.items() if any(_is_called(api, name) for api in api_names(e))]
    found = list(dict.fromkeys([*sorted(ours, key=len), *sorted(theirs, key=len)]))
    rest = name.partition(".")[2]
    return found or (_ending(plain, rest) if rest else [])


def api_names(entry: Mapping[str, Any]) -> list[str]:
    """What an entry's equivalents are called: APIs and templates."""
    return [str(item.get("api") or item.get("to")) for item in entry.get("equivalents", ())]


def named_parts(word: str, words: Words) -> list[Sequence[str]]:
    """The parts of names that ``word`` stands for, one of each; none where it stands for none."""
    if word in words:
        return [words[word]]
    if word.isascii():
        return []
    return [words[part] for part in _known_parts(word, words)]


def _known_parts(word: str, words: Words) -> Iterator[str]:
    """The longest known words in one without spaces, from left to right."""
    position = 0
    while position < len(word):
        ends = range(len(word), position, -1)
        part = next((word[position:end] for end in ends if word[position:end] in words), "")
        if part:
            yield part
        position += len(part) or 1


def _rank(
    names: Sequence[str], word: str, parts: Sequence[Sequence[str]], entry: Mapping[str, Any]
) -> int | None:
    """0 for a whole name, 1 for its last part, 2 for a part of it or what it is called, 3 for a
    word of its texts; None when nothing of the entry holds it."""
    if word in names:
        return 0
    if any(re.split(r"[.(]", name)[-1] == word or name.split(".")[-1] == word for name in names):
        return 1
    if any(word in name for name in names):
        return 2
    if parts and all(any(part in name for name in names for part in some) for some in parts):
        return 2
    return 3 if any(word in text.lower() for text in _texts(entry)) else None


def _texts(entry: Mapping[str, Any]) -> Iterable[str]:
    for text in (entry.get("advice", {}), *entry.get("differences", ())):
        yield text.get("en", "")
        yield text.get("zh", "")


def _is_called(api: str, name: str) -> bool:
    called = api.lower().partition("(")[0]
    return called == name or called.endswith(f".{name}")
