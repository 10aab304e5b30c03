import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import ExpTransform as ExpTransform
from torch.distributions import LogNormal as LogNormal
from torch.distributions import Normal as Normal
from torch import Tensor as Tensor
from torch.distributions import TransformedDistribution as TransformedDistribution
import torch.distributions.constraints as constraints
