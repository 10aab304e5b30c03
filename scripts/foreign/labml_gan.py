# packages: labml-nn==0.4.136 labml==0.4.168 labml-helpers==0.4.89
# needs: gitpython gitdb smmap pyyaml einops
# script: labml_nn/gan/original/experiment.py
from pathlib import Path

from images import write_mnist
from labml import tracker

write_mnist(Path(__file__).with_name("labml_nn") / "gan/original/data", 8, 4)
losses = []


def note(name=None, value=None, **named):
    if name is not None and "loss" in name:
        losses.append(float(value))


tracker.add = note
