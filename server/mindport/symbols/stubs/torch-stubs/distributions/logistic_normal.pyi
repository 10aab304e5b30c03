import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Independent as Independent
from torch.distributions import LogisticNormal as LogisticNormal
from torch.distributions import Normal as Normal
from torch.distributions import StickBreakingTransform as StickBreakingTransform
from torch import Tensor as Tensor
from torch.distributions import TransformedDistribution as TransformedDistribution
import torch.distributions.constraints as constraints
