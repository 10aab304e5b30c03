from helper import named_buffers


def all_buffers(module, recurse=True):
    """The buffers of a Cell with the running statistics of its norms among them.

    Equals module.buffers() of torch but for num_batches_tracked, which MindSpore does not count.
    """
    return (buffer for _, buffer in named_buffers(module, recurse=recurse))
