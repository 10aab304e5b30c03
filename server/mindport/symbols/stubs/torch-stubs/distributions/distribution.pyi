import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Distribution as Distribution
from torch import Tensor as Tensor
import torch.distributions.constraints as constraints
from torch.distributions.utils import lazy_property as lazy_property
