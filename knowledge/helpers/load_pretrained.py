import re
from pathlib import Path

import mindspore as ms


def load_pretrained(net, weights, files):
    """Give a Cell torchvision's pretrained weights: a key of files, a member of an enum, or DEFAULT.

    They are read from NAME.ckpt in the working directory. "mindport weights convert NAME.pth NAME.ckpt"
    makes it of what https://download.pytorch.org/models/NAME.pth is. False and None load nothing.
    """
    if not weights:
        return net
    versions = list(files)
    version = str(weights).rpartition(".")[2]
    name = files[{"True": versions[0], "DEFAULT": versions[-1]}.get(version, version)]
    if not Path(f"{name}.ckpt").exists():
        raise FileNotFoundError(
            f"{name}.ckpt: download https://download.pytorch.org/models/{name}.pth and run "
            f'"mindport weights convert {name}.pth {name}.ckpt"'
        )
    held = ms.load_checkpoint(f"{name}.ckpt")
    dense = r"(denselayer\d+\.\w+)\.([12]\.)"  # as DenseNet's were called when they were saved
    held = {re.sub(dense, r"\1\2", key): value for key, value in held.items()}
    torchs = {
        "gamma": "weight",
        "beta": "bias",
        "moving_mean": "running_mean",
        "moving_variance": "running_var",
    }
    for path, cell in net.cells_and_names():
        for last, param in cell.parameters_and_names(expand=False):
            key = f"{path}.{torchs.get(last, last)}" if path else torchs.get(last, last)
            if held[key].shape != param.shape:
                raise ValueError(f"{key} is {held[key].shape} in {name}.ckpt, not {param.shape}")
            param.set_data(held[key])
    return net
