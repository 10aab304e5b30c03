"""Bytes to text and back, and places in every unit: Python's own encoders and parser decide."""

from __future__ import annotations

import ast
import codecs
import random
from collections.abc import Iterator
from itertools import accumulate

import pytest

from mindport.document import DecodeError, Document, PositionEncoding, Span

CHARACTERS = [
    "a",
    "_",
    " ",
    "\t",
    "é",
    "ß",
    "注",
    "释",
    "，",
    "😀",
    "🧠",
    "\u0301",
    "\u2028",
    "\x85",
]
LINE_ENDS = ["\n", "\r\n", "\r", ""]
ENCODERS: dict[PositionEncoding, tuple[str, int]] = {
    "utf-8": ("utf-8", 1),
    "utf-16": ("utf-16-le", 2),
    "utf-32": ("utf-32-le", 4),
}


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        pytest.param(b"", "", "utf-8", id="empty"),
        pytest.param(b"x = 1", "x = 1", "utf-8", id="ascii without a final line end"),
        pytest.param("# 注释 😀\n".encode(), "# 注释 😀\n", "utf-8", id="undeclared UTF-8"),
        pytest.param(
            codecs.BOM_UTF8 + "名 = 1\n".encode(), "名 = 1\n", "utf-8", id="byte order mark"
        ),
        pytest.param(
            codecs.BOM_UTF8 + b"# coding: utf-8\n",
            "# coding: utf-8\n",
            "utf-8",
            id="byte order mark and declaration",
        ),
        pytest.param(
            b"# -*- coding: latin-1 -*-\nx = '\xe9\xff'\n",
            "# -*- coding: latin-1 -*-\nx = 'éÿ'\n",
            "iso-8859-1",
            id="latin-1",
        ),
        pytest.param(
            b"#!/usr/bin/python\r\n# vim: set fileencoding=gbk :\r\n"
            + "名 = '中文'\r\n".encode("gbk"),
            "#!/usr/bin/python\r\n# vim: set fileencoding=gbk :\r\n名 = '中文'\r\n",
            "gbk",
            id="gbk in the second line",
        ),
        pytest.param(
            b"x = 1\n\n# coding: latin-1\n# \xc3\xa9\n",
            "x = 1\n\n# coding: latin-1\n# é\n",
            "utf-8",
            id="a declaration in the third line is none",
        ),
        pytest.param(
            b"# coding: utf-8-sig\nx = 1\n",
            "# coding: utf-8-sig\nx = 1\n",
            "utf-8",
            id="utf-8-sig without a byte order mark",
        ),
        pytest.param(b"\x0cx = 1\r\x0cy = 2\r", "\x0cx = 1\r\x0cy = 2\r", "utf-8", id="form feeds"),
    ],
)
def test_bytes_come_back_as_they_were(data: bytes, text: str, encoding: str) -> None:
    document = Document.decode("x.py", data)
    assert (document.text, document.encoding) == (text, encoding)
    assert document.bom == data.startswith(codecs.BOM_UTF8)
    assert document.encode() == data


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\x7fELF\x02\x01\x01\x80\x81", id="undeclared binary"),
        pytest.param(b"x = '\xe9'\n", id="undeclared latin-1"),
        pytest.param(b"x = 1\0\n", id="null byte"),
        pytest.param("x = 1\n".encode("utf-16"), id="UTF-16"),
        pytest.param(b"# coding: no-such-encoding\nx = 1\n", id="unknown encoding"),
        pytest.param(b"# coding: gbk\nx = '\xff\xff'\n", id="bytes that the encoding lacks"),
        pytest.param(b"# coding: ascii\nx = '\xc3\xa9'\n", id="ascii declared, UTF-8 inside"),
        pytest.param(
            codecs.BOM_UTF8 + b"# coding: latin-1\n", id="byte order mark against declaration"
        ),
        pytest.param(codecs.BOM_UTF8 + b"x = '\xe9'\n", id="byte order mark, no UTF-8"),
        pytest.param(b"# coding: hex\n6162\n", id="a codec that makes bytes"),
        pytest.param(
            b"# coding: rot13\nvzcbeg gbepu\n",
            id="a codec that takes text",
        ),
        pytest.param(b"# coding: idna\n# \xff.\xff\n", id="a codec for names"),
        pytest.param(
            b"# coding: undefined\nx\n",
            id="a codec that refuses everything",
        ),
    ],
)
def test_what_is_no_text_says_why(data: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        Document.decode("x.py", data)
    problem = caught.value.problem
    assert problem.code == "MP902"
    assert "UTF-8" in problem.message.en and "UTF-8" in problem.message.zh
    assert problem.message.en != problem.message.zh


def test_a_character_that_the_encoding_lacks_is_escaped() -> None:
    document = Document.decode("x.py", b"# coding: latin-1\nx = '\xe9'\n")
    data = document.encode(document.text + "y = '中'\n")
    assert data == b"# coding: latin-1\nx = '\xe9'\ny = '\\u4e2d'\n"
    assert Document.decode("x.py", data).tree is not None


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\n", ["a", ""]),
        ("a\r\nb\rc\nd", ["a", "b", "c", "d"]),
        ("\r\n\r\n", ["", "", ""]),
        ("a\r\r\nb", ["a", "", "b"]),
        ("a\x0cb\x0b\n\x1cc", ["a\x0cb\x0b", "\x1cc"]),
        ("a\u2028b\x85c\n", ["a\u2028b\x85c", ""]),
        ("\x0c\n\x0c", ["\x0c", "\x0c"]),
    ],
)
def test_lines_are_pythons(text: str, lines: list[str]) -> None:
    document = Document("x.py", text)
    assert [document.line_text(i) for i in range(len(document.line_starts))] == lines


@pytest.mark.parametrize(
    ("text", "newline"), [("a", "\n"), ("a\r\nb\n", "\r\n"), ("a\rb\n", "\r"), ("a\nb\r\n", "\n")]
)
def test_the_first_line_end_is_the_files(text: str, newline: str) -> None:
    assert Document("x.py", text).newline == newline


def random_texts(count: int) -> Iterator[str]:
    source = random.Random(20)
    for _ in range(count):
        lines = source.randrange(5)
        yield "".join(
            "".join(source.choices(CHARACTERS, k=source.randrange(9))) + source.choice(LINE_ENDS)
            for _ in range(lines)
        )


def units(text: str, encoding: PositionEncoding) -> int:
    codec, size = ENCODERS[encoding]
    return len(text.encode(codec)) // size


@pytest.mark.parametrize("encoding", ENCODERS)
def test_positions_agree_with_pythons_encoders(encoding: PositionEncoding) -> None:
    for text in random_texts(300):
        document = Document("x.py", text)
        for offset in range(len(text) + 1):
            line, column = document.position(offset, encoding)
            before = text[document.line_starts[line] : offset]
            assert column == units(before, encoding), (text, offset)
            in_line_end = text[offset - 1 : offset + 1] == "\r\n"
            expected = offset - 1 if in_line_end else offset
            assert document.offset(line, column, encoding) == expected, (text, offset)


@pytest.mark.parametrize("encoding", ENCODERS)
def test_places_outside_are_drawn_into_the_text(encoding: PositionEncoding) -> None:
    for text in random_texts(100):
        document = Document("x.py", text)
        last = len(document.line_starts) - 1
        assert document.offset(last + 7, 3, encoding) == len(text)
        for line in range(last + 1):
            end = document.line_starts[line] + len(document.line_text(line))
            assert document.offset(line, 10_000, encoding) == end


def test_the_middle_of_a_surrogate_pair_is_a_place_beside_it() -> None:
    document = Document("x.py", "a😀b")
    assert document.offset(0, 2, "utf-16") in (1, 2)
    assert document.offset(0, 3, "utf-16") == 2


SOURCE = """\
# 开头的注释，含 😀
import torch as 火炬; é = '😀é注' ; x = 火炬.cat([é, 名字("注")], dim=0)

class 网络(Base):
    '''文档 😀
    second line 注'''
    def forward(self, 输入, *, 掩码=None):
        y = f"{输入!r:>10}注{掩码}" + '😀' ; return y if 掩码 else (输入 + "é",
            [z for z in "注释" if z != '😀'])
λ = lambda é: é . 属性 ['键']
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_nodes_stand_where_python_says(newline: str) -> None:
    text = SOURCE.replace("\n", newline)
    document = Document("x.py", text)
    lines = text.split(newline)
    starts = [0, *accumulate(len(line) + len(newline) for line in lines)]
    assert document.tree is not None
    seen = 0
    for node in ast.walk(document.tree):
        if not isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias):
            continue
        assert node.end_lineno is not None and node.end_col_offset is not None

        def offset(line: int, column: int) -> int:
            return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

        expected = Span(
            offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)
        )
        assert document.span(node) == expected, ast.dump(node)
        assert document.source(node) == text[expected.start : expected.end]
        seen += 1
    assert seen > 50


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_names_are_the_text_at_their_place(newline: str) -> None:
    document = Document("x.py", "\x0c" + SOURCE.replace("\n", newline))
    assert document.tree is not None
    names = [node for node in ast.walk(document.tree) if isinstance(node, ast.Name)]
    assert names
    for name in names:
        assert document.source(name) == name.id


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("x = '# no'\n", []),
        ("x = 1  # 注释 😀\r\n# b\r", ["# 注释 😀", "# b"]),
        ("'''\n# no\n'''  # yes", ["# yes"]),
        ("# first\n\x0c# second\n", ["# first", "# second"]),
        ("f(  # a, (\n    1,  # b)\n)\n", ["# a, (", "# b)"]),
        ("# seen\nx = (\n", ["# seen"]),
        ("# a\rx = 1  # b\r\n", ["# a", "# b"]),
    ],
)
def test_comments(text: str, comments: list[str]) -> None:
    document = Document("x.py", text)
    assert [document.text[span.start : span.end] for span in document.comments] == comments


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("x = 注释(\n", "MP901", None),
        ("注 = 😀\n", "MP901", "😀"),
        ("def f(:\n    pass\n", "MP901", ":"),
        ("x = 1\n  y = 2\n", "MP901", None),
        ("if x:\n", "MP901", None),
        ("x = '注释\n", "MP901", "'"),
        ("(" * 1_000 + ")" * 1_000, "MP901", None),
    ],
)
def test_a_text_that_does_not_parse_says_where(text: str, code: str, place: str | None) -> None:
    document = Document("x.py", text)
    assert document.tree is None
    problem = document.problem
    assert problem is not None and problem.code in (code, "MP904")
    assert 0 <= problem.offset <= len(text)
    if place is not None:
        assert text[problem.offset] == place


def test_warnings_of_the_parser_stay_inside(recwarn: pytest.WarningsRecorder) -> None:
    assert Document("x.py", "x = '\\d' is 1\n").tree is not None
    assert not recwarn.list
