import pathlib
import urllib.request

import mindspore as ms
from helper import load


def load_state_dict_from_url(
    url,
    model_dir=None,
    map_location=None,
    progress=True,
    check_hash=False,
    file_name=None,
    weights_only=False,
):
    """The parameters in a file that is downloaded once, or in the .ckpt of that name beside it.

    Stands for torch.hub.load_state_dict_from_url. A file that torch wrote has to be converted once:
    mindport weights convert NAME.pth NAME.ckpt. The hash in its name is not looked at.
    """
    folder = pathlib.Path(model_dir or "~/.cache/mindspore/checkpoints").expanduser()
    file = folder / (file_name or url.partition("?")[0].rpartition("/")[2])
    converted = file.with_suffix(".ckpt")
    if converted.exists():
        return ms.load_checkpoint(str(converted))
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        urllib.request.urlretrieve(url, file)
    return load(file, weights_only=weights_only)
