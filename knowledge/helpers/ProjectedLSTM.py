import mindspore as ms
from mindspore import nn, ops


class ProjectedLSTM(nn.LSTM):
    """An LSTM whose hidden state is projected to proj_size numbers, over (L, N, H) or (L, H).

    Equals torch.nn.LSTM with proj_size, with the same parameters; with batch_first the input is
    (N, L, H).
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        nn.Cell.__init__(self)  # an nn.LSTM by its class, with weights of other shapes
        self.hidden_size, self.proj_size = hidden_size, proj_size
        self.num_layers, self.batch_first = num_layers, batch_first
        self.bidirectional, self.bias = bidirectional, bias
        self.endings = ("", "_reverse") if bidirectional else ("",)
        self.between = nn.Dropout(p=float(dropout))
        bound = hidden_size**-0.5
        for layer in range(num_layers):
            width = proj_size * len(self.endings) if layer else input_size
            shapes = {
                "weight_ih": (4 * hidden_size, width),
                "weight_hh": (4 * hidden_size, proj_size),
                "bias_ih": (4 * hidden_size,),
                "bias_hh": (4 * hidden_size,),
                "weight_hr": (proj_size, hidden_size),
            }
            for ending in self.endings:
                for kind, shape in shapes.items():
                    if bias or not kind.startswith("bias"):
                        name = f"{kind}_l{layer}{ending}"
                        low, high = ms.Tensor(-bound), ms.Tensor(bound)
                        values = ops.uniform(shape, low, high).astype(dtype or ms.float32)
                        setattr(self, name, ms.Parameter(values, name=name))

    def construct(self, input, hx=None):
        x = input if input.ndim == 3 else input.expand_dims(1)
        x = x.swapaxes(0, 1) if self.batch_first and input.ndim == 3 else x
        count = self.num_layers * len(self.endings)
        if hx is None:
            h = ops.zeros((count, x.shape[1], self.proj_size), x.dtype)
            c = ops.zeros((count, x.shape[1], self.hidden_size), x.dtype)
        else:
            h, c = hx if input.ndim == 3 else (part.expand_dims(1) for part in hx)
        hidden, cells = [], []
        for layer in range(self.num_layers):
            ways = []
            for way, ending in enumerate(self.endings):
                place = layer * len(self.endings) + way
                outputs, last, cell = self._run(x, h[place], c[place], f"_l{layer}{ending}")
                ways.append(outputs)
                hidden.append(last)
                cells.append(cell)
            x = ops.cat(ways, -1)
            x = self.between(x) if layer < self.num_layers - 1 else x
        state = ops.stack(hidden), ops.stack(cells)
        if input.ndim == 2:
            return x.squeeze(1), tuple(part.squeeze(1) for part in state)
        return x.swapaxes(0, 1) if self.batch_first else x, state

    def _run(self, x, h, c, ending):
        def weight(kind):
            return getattr(self, kind + ending)

        entered = ops.matmul(x, weight("weight_ih").T)
        entered = entered + weight("bias_ih") + weight("bias_hh") if self.bias else entered
        back = ending.endswith("reverse")
        outputs = []
        for step in range(x.shape[0])[:: -1 if back else 1]:
            gates = entered[step] + ops.matmul(h, weight("weight_hh").T)
            take, keep, new, out = ops.chunk(gates, 4, -1)
            c = ops.sigmoid(keep) * c + ops.sigmoid(take) * ops.tanh(new)
            h = ops.matmul(ops.sigmoid(out) * ops.tanh(c), weight("weight_hr").T)
            outputs.append(h)
        return ops.stack(outputs[:: -1 if back else 1]), h, c
