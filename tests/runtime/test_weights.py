"""Which torch weight goes into which MindSpore parameter."""

from __future__ import annotations

import os
import subprocess
import sys

from mindport.runtime.weights import MINDSPORE_RENAMES, Pair, Renames, plan


def test_same_names_stay() -> None:
    state = {"fc.weight": (4, 3), "fc.bias": (4,)}
    made = plan(state, dict(state))
    assert made.complete
    assert [(pair.torch, pair.parameter) for pair in made.pairs] == [(n, n) for n in state]


def test_a_classic_batch_norm() -> None:
    made = plan(
        {
            "1.weight": (4,),
            "1.bias": (4,),
            "1.running_mean": (4,),
            "1.running_var": (4,),
            "1.num_batches_tracked": (),
        },
        {"1.gamma": (4,), "1.beta": (4,), "1.moving_mean": (4,), "1.moving_variance": (4,)},
    )
    assert made.complete
    assert {pair.torch: pair.parameter for pair in made.pairs} == {
        "1.weight": "1.gamma",
        "1.bias": "1.beta",
        "1.running_mean": "1.moving_mean",
        "1.running_var": "1.moving_variance",
    }


def test_a_batch_norm_of_three_dimensions_keeps_them_in_an_inner_cell() -> None:
    found = plan(
        {"bn.weight": (4,), "bn.bias": (4,), "bn.running_mean": (4,), "bn.num_batches_tracked": ()},
        {"bn.bn2d.gamma": (4,), "bn.bn2d.beta": (4,), "bn.bn2d.moving_mean": (4,)},
    )
    assert found.complete
    assert {pair.torch: pair.parameter for pair in found.pairs} == {
        "bn.weight": "bn.bn2d.gamma",
        "bn.bias": "bn.bn2d.beta",
        "bn.running_mean": "bn.bn2d.moving_mean",
    }


def test_a_batch_norm_from_mint_keeps_its_counter() -> None:
    state = {"weight": (4,), "running_mean": (4,), "num_batches_tracked": ()}
    made = plan(state, dict(state))
    assert made.complete
    assert Pair("num_batches_tracked", "num_batches_tracked", ()) in made.pairs


def test_an_embedding() -> None:
    made = plan({"tok.weight": (10, 4)}, {"tok.embedding_table": (10, 4)})
    assert made.pairs == (Pair("tok.weight", "tok.embedding_table", (10, 4)),)


def test_a_one_dimensional_convolution_gains_an_axis() -> None:
    made = plan({"weight": (4, 3, 5)}, {"weight": (4, 3, 1, 5)})
    assert made.pairs == (Pair("weight", "weight", (4, 3, 1, 5)),)


def test_the_feed_forward_part_of_an_encoder_layer() -> None:
    made = plan({"layers.0.linear1.weight": (16, 8)}, {"layers.0.dense1.weight": (16, 8)})
    assert made.complete


def test_a_module_that_is_called_linear1_in_both() -> None:
    made = plan({"linear1.weight": (16, 8)}, {"linear1.weight": (16, 8)})
    assert made.complete


def test_transposed_shapes_are_a_mismatch() -> None:
    made = plan({"weight": (4, 3)}, {"weight": (3, 4)})
    assert made.mismatched == (("weight", (4, 3), "weight", (3, 4)),)
    assert made.pairs == ()


def test_what_has_no_counterpart_is_named() -> None:
    made = plan({"a.weight": (1,), "mask": (2,)}, {"a.weight": (1,), "b.weight": (2,)})
    assert (made.missing, made.unexpected) == (("b.weight",), ("mask",))
    assert not made.complete


def test_renames_are_data() -> None:
    renames = Renames(suffixes={"w": ("kernel",)}, parts={"body": "trunk"})
    made = plan({"body.w": (2,)}, {"trunk.kernel": (2,)}, renames)
    assert made.complete
    assert not plan({"body.w": (2,)}, {"trunk.kernel": (2,)}, MINDSPORE_RENAMES).complete


def test_carrying_in_a_process_that_has_both_frameworks() -> None:
    source = (
        "import torch, mindspore as ms\n"
        "from mindport.runtime.weights import carry\n"
        "ours = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.LayerNorm(3))\n"
        "theirs = ms.nn.SequentialCell(ms.nn.Dense(4, 3), ms.nn.LayerNorm((3,), epsilon=1e-5))\n"
        "assert carry(ours, theirs).complete\n"
        "x = torch.randn(2, 4)\n"
        "y = theirs(ms.Tensor(x.numpy())).asnumpy()\n"
        "print(abs(ours(x).detach().numpy() - y).max() < 1e-5)\n"
    )
    assert _run(source) == "True"


def test_the_clients_process_loads_no_framework() -> None:
    source = (
        "import sys\n"
        "from mindport.runtime import checkpoints, examples, pool, run, weights\n"
        "print(sorted({'torch', 'mindspore', 'numpy'} & sys.modules.keys()))\n"
    )
    assert _run(source) == "[]"


def _run(source: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", source],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    return done.stdout.splitlines()[-1]


def test_a_tied_weight_has_two_names_in_torch() -> None:
    shapes = {"table.weight": (5, 4), "head.weight": (5, 4)}
    held = {"table.embedding_table": (5, 4)}
    made = plan(shapes, held, shared={"head.weight": "table.embedding_table"})
    assert made.complete
    assert [pair.parameter for pair in made.pairs] == ["table.embedding_table"] * 2
    assert not plan(shapes, held).complete


def test_the_first_name_may_be_the_other_s() -> None:
    made = plan({"b.weight": (2,)}, {"a.weight": (2,)}, shared={"b.weight": "a.weight"})
    assert made.complete


def test_norms_without_affine_ask_for_nothing() -> None:
    source = (
        "import numpy as np\nfrom mindspore import mint, nn\n"
        "from mindport.runtime.weights import load_into\n"
        "cell = nn.SequentialCell(mint.nn.GroupNorm(4, 4, affine=False), nn.BatchNorm2d(4, affine=False))\n"
        "state = {'1.running_mean': np.zeros(4), '1.running_var': np.ones(4)}\n"
        "affine = nn.SequentialCell(mint.nn.GroupNorm(4, 4), nn.BatchNorm2d(4))\n"
        "print(load_into(cell, state).missing, load_into(affine, state).missing)\n"
    )
    assert _run(source) == "() ('0.weight', '0.bias', '1.gamma', '1.beta')"
