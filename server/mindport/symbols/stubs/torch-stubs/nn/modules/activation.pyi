import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _arg_requires_grad(*args, **kwargs) -> builtins.bool: ...
def _check_arg_device(*args, **kwargs) -> builtins.bool: ...
def _is_make_fx_tracing(*args, **kwargs): ...
from torch.nn import CELU as CELU
from torch.nn import ELU as ELU
import torch.nn.functional as F
from torch.nn import GELU as GELU
from torch.nn import GLU as GLU
from torch.nn import Hardshrink as Hardshrink
from torch.nn import Hardsigmoid as Hardsigmoid
from torch.nn import Hardswish as Hardswish
from torch.nn import Hardtanh as Hardtanh
from torch.nn import LeakyReLU as LeakyReLU
from torch.nn import LogSigmoid as LogSigmoid
from torch.nn import LogSoftmax as LogSoftmax
from torch.nn import Mish as Mish
from torch.nn import Module as Module
from torch.nn import MultiheadAttention as MultiheadAttention
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear as NonDynamicallyQuantizableLinear
from torch.nn import PReLU as PReLU
from torch.nn import Parameter as Parameter
from torch.nn import RReLU as RReLU
from torch.nn import ReLU as ReLU
from torch.nn import ReLU6 as ReLU6
from torch.nn import SELU as SELU
from torch.nn import SiLU as SiLU
from torch.nn import Sigmoid as Sigmoid
from torch.nn import Softmax as Softmax
from torch.nn import Softmax2d as Softmax2d
from torch.nn import Softmin as Softmin
from torch.nn import Softplus as Softplus
from torch.nn import Softshrink as Softshrink
from torch.nn import Softsign as Softsign
from torch.nn import Tanh as Tanh
from torch.nn import Tanhshrink as Tanhshrink
from torch import Tensor as Tensor
from torch.nn import Threshold as Threshold
from torch.nn.init import constant_ as constant_
from torch.nn.init import xavier_normal_ as xavier_normal_
from torch.nn.init import xavier_uniform_ as xavier_uniform_
