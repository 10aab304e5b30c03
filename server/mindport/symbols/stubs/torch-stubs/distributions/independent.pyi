import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
D: Any
from torch.distributions import Distribution as Distribution
from torch.distributions import Independent as Independent
from torch import Size as Size
from torch import Tensor as Tensor
import torch.distributions.constraints as constraints
