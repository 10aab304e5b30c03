from mindspore import nn


class Apply(nn.Cell):
    """A function of one tensor as a layer, so that a SequentialCell can hold it."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def construct(self, input):
        return self.function(input)
