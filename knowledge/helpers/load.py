import pickle

import mindspore as ms
import numpy as np


def load(
    f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args
):
    """What save wrote to a path or an open file, or the parameters of a MindSpore checkpoint.

    weights_only refuses other things than tensors, numbers, strings and containers of them, unless
    it is False; then the file can run code. Stands for torch.load, whose other arguments change
    nothing here. A file that torch wrote has to be converted before: mindport weights convert.
    """

    plain = ("Counter", "OrderedDict", "bytearray", "complex", "set")

    class Reader(pickle.Unpickler):
        def persistent_load(self, saved):
            name, kind, shape, data = saved
            tensor = ms.Tensor(np.frombuffer(data, kind).reshape(shape).copy())
            return tensor.astype(ms.bfloat16) if name == "BFloat16" else tensor

        def find_class(self, module, name):
            is_plain = module in ("builtins", "collections") and name in plain
            if weights_only is not False and not is_plain:
                raise pickle.UnpicklingError("weights_only=True refuses", module, name)
            return super().find_class(module, name)

    if hasattr(f, "read"):
        return Reader(f).load()
    with open(f, "rb") as file:
        start = file.read(2)
        if start == b"PK":
            raise ValueError("torch wrote this file; run: mindport weights convert", f)
        if start[:1] == b"\x80":
            file.seek(0)
            return Reader(file).load()
    return ms.load_checkpoint(f)
