"""How MindSpore's names and imports are written: idiomatic where free, never in collision."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mindport.analysis import analyze
from mindport.config import Config
from mindport.document import Document
from mindport.fixes.apply import apply_fixes
from mindport.symbols.workspace import Workspace

from .conftest import Fixer, proved_store

PAIRS = [
    pytest.param(
        """
        '''Docstring.'''
        from __future__ import annotations
        import os
        import torch
        import torch.nn as nn

        a = nn.Linear(3, 4)
        """,
        """
        '''Docstring.'''
        from __future__ import annotations
        import os
        from mindspore import mint

        a = mint.nn.Linear(3, 4)
        """,
        id="imports take the place of torch's",
    ),
    pytest.param(
        """
        import torch
        import mindspore as ms
        from mindspore import mint as M

        y = torch.cat([a, b])
        """,
        """
        import mindspore as ms
        from mindspore import mint as M

        y = M.cat([a, b])
        """,
        id="imports that are there are used",
    ),
    pytest.param(
        """
        from torch import nn

        fc = nn.Linear(3, 4)
        nn.init.normal_(fc.weight, 0, 0.02)
        """,
        """
        from mindspore import mint
        from mindspore.common.initializer import Normal, initializer

        fc = mint.nn.Linear(3, 4)
        fc.weight.set_data(initializer(Normal(0.02), fc.weight.shape, fc.weight.dtype))
        """,
        id="initializers by their own names",
    ),
    pytest.param(
        """
        from torch import nn
        from prior import Normal

        def build(initializer=None):
            fc = nn.Linear(3, 4)
            nn.init.normal_(fc.weight)
            return fc, Normal, initializer
        """,
        """
        from mindspore import mint
        from mindspore.common.initializer import Normal as ms_Normal, initializer as ms_initializer
        from prior import Normal

        def build(initializer=None):
            fc = mint.nn.Linear(3, 4)
            fc.weight.set_data(ms_initializer(ms_Normal(1.0), fc.weight.shape, fc.weight.dtype))
            return fc, Normal, initializer
        """,
        id="initializers whose names are taken",
    ),
    pytest.param(
        """
        from mindspore.common import initializer as init
        from torch import nn

        fc = nn.Linear(3, 4)
        nn.init.zeros_(fc.weight)
        """,
        """
        from mindspore.common import initializer as init
        from mindspore import mint

        fc = mint.nn.Linear(3, 4)
        fc.weight.set_data(init.initializer('zeros', fc.weight.shape, fc.weight.dtype))
        """,
        id="the module of initializers where it is imported",
    ),
    pytest.param(
        """
        import os

        if os.name:
            import torch

            KINDS = [torch.float32]

        from pathlib import Path


        def f(x):
            return torch.cat([x, x]), Path
        """,
        """
        import os

        import mindspore as ms
        from mindspore import mint
        if os.name:

            KINDS = [ms.float32]

        from pathlib import Path


        def f(x):
            return mint.cat([x, x]), Path
        """,
        id="before what a block does that imports torch",
    ),
    pytest.param(
        """
        from typing import Final, Optional
        import torch

        size: torch.jit.Final[Optional[int]] = 3
        """,
        """
        from typing import Final, Optional

        size: Final[Optional[int]] = 3
        """,
        id="names that are imported by themselves are used",
    ),
    pytest.param(
        """
        from typing import Final
        import torch

        Final = list
        size: torch.jit.Final[int] = 3
        """,
        """
        from typing import Final
        import typing

        Final = list
        size: typing.Final[int] = 3
        """,
        id="names that stand for something else by then are not",
    ),
    pytest.param(
        """
        import torch

        mint = 'a flavour'
        y = torch.cat([a, b])
        """,
        """
        import mindspore as ms

        mint = 'a flavour'
        y = ms.mint.cat([a, b])
        """,
        id="a name of the user's is left to him",
    ),
    pytest.param(
        """
        from torch import (
            cat,  # joins
            nn,
        )

        y = cat([a, nn])
        """,
        """
        from mindspore import mint
        from torch import (
            # joins
            nn,
        )

        y = mint.cat([a, nn])
        """,
        id="one name of an import goes",
    ),
    pytest.param(
        """
        import os
        try:
            import torch
        except ImportError:
            torch = None
        y = torch.cat([a, b])
        """,
        """
        import os
        from mindspore import mint
        try:
            import torch
        except ImportError:
            torch = None
        y = mint.cat([a, b])
        """,
        id="a conditional import that something else uses stays",
    ),
]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_imports(fix: Fixer, before: str, after: str) -> None:
    text = fix(before).document.text
    assert text == dedent(after)
    assert fix(text).document.text == text


def test_one_fix_alone_leaves_the_file_valid() -> None:
    source = dedent("""
        from torch import nn

        a = nn.Conv2d(3, 4, 3)
        b = nn.Linear(3, 4)
    """)
    document = Document("example.py", source)
    report = analyze(document, Config(), Workspace(), proved_store())
    first = next(f for f in report.findings if f.symbol == "torch.nn.Conv2d")
    assert first.fix is not None
    text = apply_fixes(document, [first.fix], tidy=False).text
    assert "from torch import nn" in text
    assert "a = ms.nn.Conv2d(3, 4, 3, has_bias=True, pad_mode='pad')" in text
    assert "b = nn.Linear(3, 4)" in text
    compile(text, "example.py", "exec")


def test_comments_inside_a_rewritten_call_stay(fix: Fixer) -> None:
    source = """
        from torch import nn

        a = nn.Conv2d(
            3,  # channels in
            4,
            kernel_size=3,
            bias=False,  # the norm has one
        )
        n = x_tensor.size(
            0  # batch
        )
    """
    text = fix(source, unsafe=True).document.text
    for comment in ("# channels in", "# the norm has one", "# batch"):
        assert comment in text
    compile(text, "example.py", "exec")


LATE = """\
import torch.nn as nn


class Mlp(nn.Module):
    def __init__(self, activation=nn.GELU):
        super().__init__()
        self.activation = activation()


{late}


def norm(make=nn.LayerNorm):
    return partial(make, eps=1e-6)
"""


@pytest.mark.parametrize(
    ("late", "default", "opening"),
    [
        ("from functools import partial", "=functools.partial(nn.GELU, ", "import functools\n"),
        ("import functools", "=functools.partial(nn.GELU, ", "import functools\n"),
        ("import functools as ft", "=ft.partial(nn.GELU, ", "import functools as ft\n"),
    ],
)
def test_a_default_names_no_module_that_is_imported_behind_it(
    late: str, default: str, opening: str, fix: Fixer
) -> None:
    text = fix(LATE.format(late=late)).document.text
    assert default in text and late in text
    assert opening in text.partition("class")[0]
