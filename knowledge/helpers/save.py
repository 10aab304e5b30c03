import pickle

import mindspore as ms


def save(
    obj,
    f,
    pickle_module=None,
    pickle_protocol=None,
    _use_new_zipfile_serialization=True,
    _disable_byteorder_record=False,
):
    """Write tensors, and dicts and lists of them with other values, to a path or an open file.

    f is read back by load. Stands for torch.save, whose other arguments change nothing here; the
    file is no checkpoint of torch's, nor a .ckpt of mindspore.save_checkpoint.
    """

    class Writer(pickle.Pickler):
        def persistent_id(self, item):
            if isinstance(item, ms.nn.Cell):
                raise TypeError("save the state_dict() of a Cell, not the Cell", type(item))
            if not isinstance(item, ms.Tensor):
                return None
            array = item.astype(ms.float32) if item.dtype == ms.bfloat16 else item
            array = array.asnumpy()
            return str(item.dtype), array.dtype.str, array.shape, array.tobytes()

    if hasattr(f, "write"):
        Writer(f).dump(obj)
        return
    with open(f, "wb") as file:
        Writer(file).dump(obj)
