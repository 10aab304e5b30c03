import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import torch.optim._functional as F
from torch.optim import Optimizer as Optimizer
from torch.optim import SparseAdam as SparseAdam
from torch import Tensor as Tensor
