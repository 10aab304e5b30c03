"""Edits that nest, comments that stay, places that can be found again."""

from __future__ import annotations

import importlib.util
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindport.config import Config
from mindport.document import Document, Span
from mindport.fixes.apply import fix_document, fixable
from mindport.fixes.rendering import Rendered, conflicting, render
from mindport.report import Edit, Name, Operand, Parenthesis
from mindport.symbols.workspace import Workspace
from tests.fixes.conftest import proved_store


def at(text: str, part: str, number: int = 0) -> Span:
    """Where ``part`` stands in ``text``, for the ``number``-th time."""
    start = -1
    for _ in range(number + 1):
        start = text.index(part, start + 1)
    return Span(start, start + len(part))


def rendered(text: str, *edits: Edit) -> Rendered:
    return render(Document("x.py", text), edits, lambda api: f"<{api}>")


CALL = "f(g(a), b) + c\n"


@pytest.mark.parametrize(
    ("edits", "after"),
    [
        pytest.param([], CALL, id="none"),
        pytest.param([Edit(at(CALL, "b"), ("x",))], "f(g(a), x) + c\n", id="one"),
        pytest.param([Edit(at(CALL, "f"), (Name("m.f"),))], "<m.f>(g(a), b) + c\n", id="a name"),
        pytest.param(
            [Edit(at(CALL, "f(g(a), b)"), ("h(", at(CALL, "b"), ", ", at(CALL, "g(a)"), ")"))],
            "h(b, g(a)) + c\n",
            id="ranges in another order",
        ),
        pytest.param(
            [
                Edit(at(CALL, "f(g(a), b)"), ("h(", at(CALL, "b"), ", ", at(CALL, "g(a)"), ")")),
                Edit(at(CALL, "g"), ("G",)),
                Edit(at(CALL, "a"), ("A",)),
                Edit(at(CALL, "b"), ("B",)),
                Edit(at(CALL, "c"), ("C",)),
            ],
            "h(B, G(A)) + C\n",
            id="edits inside ranges",
        ),
        pytest.param(
            [
                Edit(at(CALL, "f(g(a), b)"), ("h(", at(CALL, "b"), ")")),
                Edit(at(CALL, "a"), ("A",)),
            ],
            "h(b) + c\n",
            id="an edit in what goes away",
        ),
        pytest.param(
            [
                Edit(at(CALL, "f(g(a), b)"), (at(CALL, "g(a)"), " + ", at(CALL, "g(a)"))),
                Edit(at(CALL, "a"), ("A",)),
            ],
            "g(A) + g(A) + c\n",
            id="a range twice",
        ),
        pytest.param(
            [
                Edit(at(CALL, "f(g(a), b)"), (at(CALL, "g(a)"),)),
                Edit(at(CALL, "g(a)"), (at(CALL, "a"),)),
                Edit(at(CALL, "a"), ("A",)),
            ],
            "A + c\n",
            id="three deep",
        ),
        pytest.param(
            [Edit(Span(0, 0), ("one\n",)), Edit(Span(0, 0), ("two\n",))],
            f"one\ntwo\n{CALL}",
            id="insertions at one place keep their order",
        ),
        pytest.param(
            [Edit(at(CALL, "f"), ("F",)), Edit(Span(0, 0), ("new\n",))],
            "new\nF(g(a), b) + c\n",
            id="an insertion before a replacement",
        ),
        pytest.param(
            [Edit(at(CALL, "b"), ("B",)), Edit(Span(9, 9), (", k=1",))],
            "f(g(a), B, k=1) + c\n",
            id="an insertion behind a replacement",
        ),
        pytest.param(
            [Edit(Span(len(CALL), len(CALL)), ("end\n",))], f"{CALL}end\n", id="at the end"
        ),
        pytest.param([Edit(Span(0, len(CALL)), ())], "", id="everything goes"),
    ],
)
def test_edits(edits: list[Edit], after: str) -> None:
    assert rendered(CALL, *edits).text == after
    assert rendered(CALL, *reversed(edits)).text == after or edits[0].span == edits[1].span


@pytest.mark.parametrize(
    ("operand", "after"),
    [
        ("a", "a.shape\n"),
        ("a.b[0](c)", "a.b[0](c).shape\n"),
        ("a + b", "(a + b).shape\n"),
        ("-a", "(-a).shape\n"),
        ("a if b else c", "(a if b else c).shape\n"),
        ("lambda: a", "(lambda: a).shape\n"),
        ("await a", "(await a).shape\n"),
        ("1", "(1).shape\n"),
        ("[a, b]", "[a, b].shape\n"),
    ],
)
def test_operands_get_parentheses_where_they_bind_loosely(operand: str, after: str) -> None:
    text = f"{operand}\n"
    edit = Edit(at(text, operand), (Operand(at(text, operand)), ".shape"))
    assert rendered(text, edit).text == after


def replaced(source: str, by: str) -> str:
    """``source`` with ``f()`` replaced by an operation in parentheses that may go."""
    pieces = (Parenthesis("("), by, Parenthesis(")"))
    return rendered(source, Edit(at(source, "f()"), pieces)).text


@pytest.mark.parametrize(
    "source",
    [
        "x = -f()",
        "x = not f()",
        "x = f() and y",
        "x = y == f()",
        "x = f().shape",
        "x = f()[0]",
        "g(*f())",
        "x = f() if f else y.z or f",
        "y = [z for z in f() if z]",
        "(x := f())",
        "s = f'{f()!r}'",
        "x = 1\\\n\\\n+ f()",
    ],
)
def test_parentheses_stay_where_something_binds_tighter(source: str) -> None:
    after = replaced(source, "a if b else c")
    assert "(a if b else c)" in after
    if " if f " not in source:
        assert "(a != b)" in replaced(source, "a != b")


@pytest.mark.parametrize(
    "source",
    [
        "if f():\n    pass\n",
        "x = f()  # so",
        "x += f()",
        "return f()",
        "print(f(), end=f())",
        "x[f()] = {1: f()}",
        "assert f(), 'no'",
        "g(\n    f(),\n    1,\n)",
        "x = 'a' if f() else 'b'",
        "x = a or (b, f())",
    ],
)
def test_parentheses_that_nothing_needs_go(source: str) -> None:
    after = replaced(source, "a + b")
    assert after == source.replace("f()", "a + b", 1)


def test_lines_of_an_operation_stay_in_parentheses() -> None:
    assert replaced("x = f()", "a\n+ b") == "x = (a\n+ b)"


def test_a_tuple_keeps_its_parentheses() -> None:
    assert replaced("x = [f()]", "a, b") == "x = [(a, b)]"


def test_an_operand_is_judged_by_what_it_becomes() -> None:
    text = "size(f(a))\n"
    outer = Edit(at(text, "size(f(a))"), (Operand(at(text, "f(a)")), ".shape"))
    inner = Edit(at(text, "f(a)"), (at(text, "a"), " + 1"))
    assert rendered(text, outer, inner).text == "(a + 1).shape\n"


COMMENTED = "x = f(\n    a,  # first\n    b,  # second 注\n)\n"


@pytest.mark.parametrize(
    ("edit", "after"),
    [
        pytest.param(
            Edit(at(COMMENTED, COMMENTED[4:-1]), ("h(", at(COMMENTED, "a"), ")")),
            "# first\n# second 注\nx = h(a)\n",
            id="lost ones go above the statement",
        ),
        pytest.param(
            Edit(at(COMMENTED, COMMENTED[4:-1]), ("h(", at(COMMENTED, COMMENTED[6:-2]), ")")),
            COMMENTED.replace("f(", "h("),
            id="carried ones stay",
        ),
        pytest.param(
            Edit(at(COMMENTED, "a,  # first\n    "), ()),
            "x = f(\n    # first\n    b,  # second 注\n)\n",
            id="one of two",
        ),
        pytest.param(Edit(at(COMMENTED, "a"), ("c",)), COMMENTED.replace("a,", "c,"), id="beside"),
    ],
)
def test_comments_stay(edit: Edit, after: str) -> None:
    assert rendered(COMMENTED, edit).text == after


def test_a_comment_in_two_nested_edits_is_kept_once() -> None:
    text = "x = f(g(\n    a,  # why\n))\n"
    outer = Edit(at(text, text[4:-1]), ("h(", at(text, text[6:-2]), ")"))
    inner = Edit(at(text, text[6:-2]), ("k(", at(text, "a"), ")"))
    after = rendered(text, outer, inner).text
    assert after.count("# why") == 1
    compile(after, "x.py", "exec")


def test_a_comment_keeps_the_line_ending_and_the_indentation() -> None:
    text = "if x:\r\n\ty = f(\r\n\t\ta,  # why\r\n\t)\r\n"
    start = text.index("f(")
    edit = Edit(Span(start, len(text) - 2), ("a",))
    assert rendered(text, edit).text == "if x:\r\n\t# why\r\n\ty = a\r\n"


def test_a_hash_in_a_string_is_no_comment() -> None:
    text = "x = f('# no', a)\n"
    edit = Edit(at(text, "f('# no', a)"), ("a",))
    assert rendered(text, edit).text == "x = a\n"


MOVED = "import torch\nx = f(\n    a,\n    b,\n)\ny = g(x)\n"


def moved() -> Rendered:
    return rendered(
        MOVED,
        Edit(at(MOVED, "import torch\n"), ()),
        Edit(Span(0, 0), ("import one\n", "import two\n")),
        Edit(at(MOVED, MOVED[17:35]), ("h(", at(MOVED, "b"), ", ", at(MOVED, "a"), ")")),
    )


def test_lines_lead_back_to_the_original() -> None:
    result = moved()
    assert result.text == "import one\nimport two\nx = h(b, a)\ny = g(x)\n"
    lines = result.line_map(Document("x.py", MOVED))
    assert len(lines) == len(result.text.split("\n"))
    assert lines[2:4] == [2, 6]
    assert all(1 <= line <= 7 for line in lines)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "text", ["", "a", "a\n", "a\n\nb\n", "\x0ca\n\x0c\nb", "a\x0bb\u2028c\nd\n"]
)
def test_an_unchanged_text_has_its_own_lines(text: str, newline: str) -> None:
    text = text.replace("\n", newline)
    document = Document("x.py", text)
    result = render(document, [], str)
    assert result.text == text
    numbers = list(range(1, len(document.line_starts) + 1))
    # Behind the last line end there is no line to lead to.
    assert result.line_map(document)[: len(numbers) - 1] == numbers[:-1]


@pytest.mark.parametrize("part", ["x = ", "x", "b", "y = g(x)\n", "g(x)"])
def test_what_is_still_there_is_found_again(part: str) -> None:
    place = moved().place(at(MOVED, part))
    assert place is not None
    assert moved().text[place.start : place.end] == part


@pytest.mark.parametrize("part", ["import", "f(", "    a", "a,", "b,\n)\n", MOVED])
def test_what_is_gone_is_nowhere(part: str) -> None:
    assert moved().place(at(MOVED, part)) is None


def test_what_is_changed_inside_is_found_by_its_ends() -> None:
    text = "y = add(f(g(a), b))\n"
    whole = Edit(at(text, "add(f(g(a), b))"), ("plus(", at(text, "f(g(a), b)"), ")"))
    result = rendered(text, whole, Edit(at(text, "g"), ("G.g",)))
    place = result.around(at(text, "f(g(a), b)"))
    assert place is not None
    assert result.text[place.start : place.end] == "f(G.g(a), b)"
    assert result.around(at(text, "g")) is None
    assert result.place(at(text, "f(g(a), b)")) is None


def test_what_is_changed_at_its_beginning_is_found_by_what_stayed_of_it() -> None:
    text = "if len(x) > 0:\n    pass\n"
    result = rendered(text, Edit(at(text, "len(x)"), (at(text, "x"), ".shape[0]")))
    place = result.around(at(text, "len(x) > 0"))
    assert place is not None
    assert result.text[place.start : place.end] == "x.shape[0] > 0"


def test_kept_ranges_are_the_text_that_stays() -> None:
    parts = [MOVED[span.start : span.end] for span in moved().kept()]
    assert parts == ["x = ", "a", "b", "\ny = g(x)\n"]


def random_edits(text: str, source: random.Random) -> Iterator[Edit]:
    """Edits that nest or stand apart, each carrying over some ranges of what it replaces."""

    def within(start: int, end: int, depth: int) -> Iterator[Edit]:
        position = start
        while position < end:
            position += source.randrange(1, 8)
            stop = min(end, position + source.randrange(0, 12))
            if position > stop:
                return
            middle = source.randint(position, stop)
            kept = Span(middle, source.randint(middle, stop))
            yield Edit(Span(position, stop), ("<", kept, ">"))
            if depth < 3 and kept.end - kept.start > 2:
                yield from within(kept.start, kept.end, depth + 1)
            position = stop + 1

    yield from within(0, len(text), 0)


def test_kept_text_is_found_wherever_edits_put_it() -> None:
    source = random.Random(7)
    for _ in range(200):
        text = "".join(source.choices("abc注😀\n\r ", k=source.randrange(80)))
        edits = list(random_edits(text, source))
        source.shuffle(edits)
        result = rendered(text, *edits)
        for span in result.kept():
            place = result.place(span)
            assert place is not None
            assert result.text[place.start : place.end] == text[span.start : span.end]
        lines = result.line_map(Document("x.py", text))
        assert len(lines) == len(Document("y.py", result.text).line_starts)


@pytest.mark.parametrize(
    ("owned", "losers"),
    [
        ([], set()),
        ([(0, Span(0, 5)), (1, Span(5, 9))], set()),
        ([(0, Span(0, 9)), (1, Span(2, 4))], set()),
        ([(1, Span(0, 9)), (0, Span(2, 4))], set()),
        ([(0, Span(0, 5)), (1, Span(3, 9))], {1}),
        ([(1, Span(0, 5)), (0, Span(3, 9))], {1}),
        ([(0, Span(0, 5)), (1, Span(0, 5))], {1}),
        ([(0, Span(3, 3)), (1, Span(3, 3))], set()),
        ([(0, Span(0, 5)), (1, Span(3, 9)), (2, Span(8, 12))], {1}),
        ([(0, Span(0, 3)), (1, Span(2, 6)), (0, Span(5, 9))], {1}),
    ],
)
def test_where_two_clash_the_later_owner_loses(
    owned: list[tuple[int, Span]], losers: set[int]
) -> None:
    assert conflicting([(owner, Edit(span, ("x",))) for owner, span in owned]) == losers


REAL = (
    "nn/modules/{conv,batchnorm,linear,activation,loss,container,rnn,transformer,module}.py "
    "nn/modules/{pooling,dropout,sparse,normalization,padding,upsampling,adaptive,utils}.py "
    "nn/{functional,init,parameter}.py nn/utils/{rnn,clip_grad,parametrizations,prune}.py "
    "optim/{adam,sgd,adamw,lr_scheduler,optimizer,swa_utils,lbfgs}.py "
    "distributions/{normal,categorical,multivariate_normal,kl,transforms,gamma}.py "
    "utils/data/{dataset,dataloader,sampler,distributed}.py utils/checkpoint.py "
    "autograd/{functional,gradcheck}.py"
)


def real_files() -> list[str]:
    """Torch's own sources: code that nobody here wrote."""
    names = []
    for pattern in REAL.split():
        folder, _, rest = pattern.partition("{")
        stems, _, end = rest.partition("}")
        names += [f"{folder}{stem}{end}" for stem in stems.split(",")] if rest else [pattern]
    return names


def torch_root() -> Path:
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        pytest.skip("torch is not installed")
    return Path(spec.origin).parent


def comments(document: Document) -> Counter[str]:
    return Counter(document.text[span.start : span.end] for span in document.comments)


@pytest.mark.parametrize(
    "name",
    real_files(),
)
def test_fixing_real_code_breaks_nothing(name: str) -> None:
    data = (torch_root() / name).read_bytes()
    before = Document.decode(name, data)
    result = fix_document(before, Config(), Workspace(), unsafe=True, store=proved_store())
    after = result.document
    assert after.tree is not None
    assert not comments(before) - comments(after)
    assert not [f.symbol for f in result.report.findings if fixable(f, True)]
    lines = len(before.line_starts)
    assert len(result.line_map) == len(after.line_starts)
    assert all(1 <= line <= lines for line in result.line_map)
    again = fix_document(after, Config(), Workspace(), unsafe=True, store=proved_store())
    assert again.document.text == after.text
    assert again.fixed == 0


@pytest.mark.parametrize("owners", [(0, 1), (1, 0)])
def test_what_is_written_around_the_same_text_keeps_the_other_edit(owners: tuple[int, int]) -> None:
    span = Span(0, 9)
    around, inner = Edit(span, ("stop(", span, ")")), Edit(span, (Span(0, 1), ".copy()"))
    owned = list(zip(owners, (around, inner), strict=True))
    assert conflicting(owned) == set()
    assert conflicting([*owned, (2, around)]) == {2}
    edits = [edit for _, edit in owned]
    assert render(Document("x.py", "x.clone()"), edits, str).text == "stop(x.copy())"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('print(f"torch {torch.__version__}")', "print(f\"torch {'2.13.0'}\")"),
        ("print(f'torch {torch.__version__}')", "print(f'torch {\"2.13.0\"}')"),
        ("print(f'é {x} ' f'{torch.__version__}')", "print(f'é {x} ' f'{\"2.13.0\"}')"),
        ("print(f'''{torch.__version__}''')", "print(f'''{'2.13.0'}''')"),
        (
            "print(\n    \"a\"\n    f'{torch.__version__}'\n)",
            'print(\n    "a"\n    f\'{"2.13.0"}\'\n)',
        ),
        ("print('a', torch.__version__)", "print('a', '2.13.0')"),
    ],
)
def test_new_text_in_an_f_string_has_the_other_quotes(text: str, after: str) -> None:
    document = Document("x.py", f"import torch\nx = 1\n{text}\n")
    result = fix_document(document, Config(), Workspace(), unsafe=True)
    assert result.document.text == f"x = 1\n{after}\n"
