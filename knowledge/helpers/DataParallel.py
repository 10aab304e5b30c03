from mindspore import nn


class DataParallel(nn.Cell):
    """Holds module as torch.nn.DataParallel does; a MindSpore process has one device and runs it there.

    Equals torch.nn.DataParallel on one device.
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__(auto_prefix=False)
        self.module = module

    def construct(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)
