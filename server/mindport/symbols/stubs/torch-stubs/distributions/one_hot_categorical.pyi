import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Categorical as Categorical
from torch.distributions import Distribution as Distribution
from torch.distributions import OneHotCategorical as OneHotCategorical
from torch.distributions import OneHotCategoricalStraightThrough as OneHotCategoricalStraightThrough
from torch import Tensor as Tensor
import torch.distributions.constraints as constraints
