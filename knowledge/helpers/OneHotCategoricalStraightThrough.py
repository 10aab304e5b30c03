import mindspore as ms
from helper import OneHotCategorical
from mindspore import ops


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """Categories as vectors with a 1, by probabilities or logits along the last axis.

    Stands for torch.distributions.OneHotCategoricalStraightThrough. rsample carries gradients,
    sample does not.
    """

    stands_for = "OneHotCategoricalStraightThrough"
    has_rsample = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        return self.sample(sample_shape) + (self.probs - ops.stop_gradient(self.probs))
