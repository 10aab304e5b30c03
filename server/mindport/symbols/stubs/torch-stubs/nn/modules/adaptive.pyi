import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class _ASMoutput(builtins.tuple):
    def __init__(self, output, loss) -> None: ...
    loss: Any
    output: Any
from torch.nn import AdaptiveLogSoftmaxWithLoss as AdaptiveLogSoftmaxWithLoss
import torch.nn.functional as F
from torch.nn import Linear as Linear
from torch.nn import Module as Module
from torch.nn import ModuleList as ModuleList
from torch.nn import Sequential as Sequential
from torch import Tensor as Tensor
