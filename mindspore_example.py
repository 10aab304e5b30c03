import math
import numpy as np
import mindspore as ms
from mindspore import ops
def forward(x: ms.Tensor):
    # float('-inf')
    return ops.bitwise_left_shift(x, 2)
forward(x)
