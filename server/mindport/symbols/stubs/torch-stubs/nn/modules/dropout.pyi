import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Module as T_Module
class _DropoutNd(T_Module):
    def __init__(self, p: builtins.float = 0.5, inplace: builtins.bool = False) -> None: ...
    def extra_repr(self) -> builtins.str: ...
    inplace: builtins.bool
    p: builtins.float
from torch.nn import AlphaDropout as AlphaDropout
from torch.nn import Dropout as Dropout
from torch.nn import Dropout1d as Dropout1d
from torch.nn import Dropout2d as Dropout2d
from torch.nn import Dropout3d as Dropout3d
import torch.nn.functional as F
from torch.nn import FeatureAlphaDropout as FeatureAlphaDropout
from torch.nn import Module as Module
from torch import Tensor as Tensor
