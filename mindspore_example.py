import math
import numpy as np
import mindspore as ms
from mindspore import ops
def forward(x: ms.Tensor, y: ms.Tensor):
    # float('-inf')
    return ops.conv1d(x.unsqueeze(0), y.unsqueeze(0))
forward(x, y)
