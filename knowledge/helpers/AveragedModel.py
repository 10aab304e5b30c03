import mindspore as ms
from helper import copied_cell
from mindspore import nn


class AveragedModel(nn.Cell):
    """A copy of a network whose parameters are averages of those that it is updated with.

    Equals torch.optim.swa_utils.AveragedModel: avg_fn(average, parameter, number) gives one new
    average, multi_avg_fn(averages, parameters, number) changes a list of them; without either all
    networks weigh the same. Buffers and running statistics are copied, with use_buffers averaged.
    """

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        self.module = copied_cell(model)
        self.register_buffer("n_averaged", ms.Tensor(0, ms.int64))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def construct(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        number, statistics = int(self.n_averaged), ("moving_mean", "moving_variance")
        buffers = {
            id(getattr(cell, name, None))
            for _, cell in self.module.cells_and_names()
            for name in getattr(cell, "buffer_names", ())
        }
        pairs = [
            (old, new, old.name.endswith(statistics) or id(old) in buffers)
            for old, new in zip(self.module.get_parameters(), model.get_parameters(), strict=True)
        ]
        pairs += [
            (*pair, True) for pair in zip(self.module.buffers(), model.buffers(), strict=True)
        ]
        averages, news = [], []
        for average, new, is_buffer in pairs:
            if number == 0 or (is_buffer and not self.use_buffers):
                average.copy_(new)
            else:
                averages.append(average)
                news.append(new)
        if averages and self.multi_avg_fn is not None:
            self.multi_avg_fn(averages, news, number)
        else:
            for average, new in zip(averages, news, strict=True):
                if self.avg_fn is not None:
                    average.copy_(self.avg_fn(average, new, number))
                else:
                    average.copy_(average + (new - average) / (number + 1))
        self.n_averaged.copy_(ms.Tensor(number + 1, ms.int64))
