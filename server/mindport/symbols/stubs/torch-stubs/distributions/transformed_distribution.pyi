import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import ComposeTransform as ComposeTransform
from torch.distributions import Distribution as Distribution
from torch.distributions import Independent as Independent
from torch import Tensor as Tensor
from torch.distributions import Transform as Transform
from torch.distributions import TransformedDistribution as TransformedDistribution
import torch.distributions.constraints as constraints
