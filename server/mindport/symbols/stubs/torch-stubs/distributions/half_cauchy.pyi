import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import AbsTransform as AbsTransform
from torch.distributions import Cauchy as Cauchy
from torch.distributions import HalfCauchy as HalfCauchy
from torch import Tensor as Tensor
from torch.distributions import TransformedDistribution as TransformedDistribution
import torch.distributions.constraints as constraints
