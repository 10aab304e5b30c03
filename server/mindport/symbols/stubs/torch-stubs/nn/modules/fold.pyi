import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import torch.nn.functional as F
from torch.nn import Fold as Fold
from torch.nn import Module as Module
from torch import Tensor as Tensor
from torch.nn import Unfold as Unfold
