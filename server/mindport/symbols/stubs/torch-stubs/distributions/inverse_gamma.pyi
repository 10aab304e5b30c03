import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Gamma as Gamma
from torch.distributions import InverseGamma as InverseGamma
from torch.distributions import PowerTransform as PowerTransform
from torch import Tensor as Tensor
from torch.distributions import TransformedDistribution as TransformedDistribution
import torch.distributions.constraints as constraints
