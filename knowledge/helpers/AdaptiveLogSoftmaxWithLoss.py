import collections
import itertools

import mindspore as ms
from mindspore import mint, nn, ops


class AdaptiveLogSoftmaxWithLoss(nn.Cell):
    """Softmax over clusters of classes, the rarer the class the smaller its cluster's layer.

    (N, in_features) and classes (N,) give the log probability of each (N,), as output, and loss,
    the mean of their negatives. Equals torch.nn.AdaptiveLogSoftmaxWithLoss.
    """

    def __init__(
        self,
        in_features,
        n_classes,
        cutoffs,
        div_value=4.0,
        head_bias=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        cutoffs = list(cutoffs)
        if not cutoffs or cutoffs != sorted(set(cutoffs)):
            raise ValueError("cutoffs must be different integers in increasing order", cutoffs)
        if cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1 or any(int(c) != c for c in cutoffs):
            raise ValueError("cutoffs must be integers of 1 to n_classes - 1", cutoffs)
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = cutoffs[0]
        self.n_clusters = len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = mint.nn.Linear(in_features, self.head_size, bias=head_bias, dtype=dtype)
        self.tail = nn.CellList()
        for number, (start, stop) in enumerate(itertools.pairwise(self.cutoffs)):
            hidden = int(in_features // div_value ** (number + 1))
            first = mint.nn.Linear(in_features, hidden, bias=False, dtype=dtype)
            second = mint.nn.Linear(hidden, stop - start, bias=False, dtype=dtype)
            self.tail.append(nn.SequentialCell(first, second))

    def construct(self, input_, target_):
        if target_.ndim > 1 or input_.ndim != target_.ndim + 1:
            raise ValueError("0-d or 1-d target expected", input_.shape, target_.shape)
        if input_.shape[:-1] != target_.shape:
            raise ValueError("one target an example expected", input_.shape, target_.shape)
        input = input_ if target_.ndim else input_.expand_dims(0)
        target = (target_ if target_.ndim else target_.expand_dims(0)).reshape(-1, 1)
        if bool(((target < 0) | (target >= self.n_classes)).any()):
            raise ValueError("target values must be in [0, n_classes - 1]")
        output = ops.gather_elements(self.log_prob(input), 1, target).squeeze(1)
        loss = (-output).mean()
        output = output if target_.ndim else output.squeeze(0)
        return collections.namedtuple("Result", ["output", "loss"])(output, loss)

    def log_prob(self, input):
        head = ops.log_softmax(self.head(input), axis=1)
        parts = [head[:, : self.shortlist_size]]
        for number, cluster in enumerate(self.tail):
            column = self.shortlist_size + number
            within = ops.log_softmax(cluster(input), axis=1)
            parts.append(within + head[:, column : column + 1])
        return mint.cat(parts, dim=1)

    def predict(self, input):
        head = ops.argmax(self.head(input), dim=1)
        full = ops.argmax(self.log_prob(input), dim=1)
        return ops.where(head >= self.shortlist_size, full, head).astype(ms.int64)

    def reset_parameters(self):
        for parameter in self.get_parameters():
            bound = parameter.shape[-1] ** -0.5
            if parameter.ndim == 1:
                bound = self.in_features**-0.5
            values = ops.uniform(parameter.shape, ms.Tensor(-bound), ms.Tensor(bound))
            ops.assign(parameter, values.astype(parameter.dtype))
