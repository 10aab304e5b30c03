# packages: labml-nn==0.4.136 labml==0.4.168 labml-helpers==0.4.89
# needs: gitpython gitdb smmap pyyaml einops matplotlib pyparsing cycler python-dateutil six packaging pillow kiwisolver contourpy fonttools
# script: labml_nn/sketch_rnn/__init__.py
from pathlib import Path

import numpy as np
from labml import tracker

folder = Path(__file__).with_name("labml_nn") / "sketch_rnn/data/sketch"
folder.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(0)


def sketches(count):
    found = np.empty(count, object)
    for index in range(count):
        moves = rng.integers(-40, 40, (12 + index % 4, 2))
        found[index] = np.column_stack([moves, rng.random(len(moves)) < 0.2]).astype(np.int16)
    return found


np.savez(folder / "bicycle.npz", train=sketches(12), valid=sketches(4))
losses = []


def note(name=None, value=None, **named):
    if name is not None and "loss" in name:
        losses.append(float(value))


tracker.add = note
