import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import CrossMapLRN2d as CrossMapLRN2d
import torch.nn.functional as F
from torch.nn import GroupNorm as GroupNorm
from torch.nn import LayerNorm as LayerNorm
from torch.nn import LocalResponseNorm as LocalResponseNorm
from torch.nn import Module as Module
from torch.nn import Parameter as Parameter
from torch.nn import RMSNorm as RMSNorm
from torch import Size as Size
from torch import Tensor as Tensor
import torch.nn.init as init
