import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Size as T_Size
from torch import Tensor as T_Tensor
from torch.distributions import Distribution as T_Distribution
from torch.distributions.constraints import Constraint as T_Constraint
class ExpRelaxedCategorical(T_Distribution):
    def __init__(self, temperature: T_Tensor, probs: T_Tensor = None, logits: T_Tensor = None, validate_args: builtins.bool = None) -> None: ...
    arg_constraints: Dict[builtins.str, T_Constraint]
    def expand(self, batch_shape, _instance = None) -> ExpRelaxedCategorical: ...
    has_rsample: builtins.bool
    def log_prob(self, value) -> T_Tensor: ...
    logits: T_Tensor
    param_shape: T_Size
    probs: T_Tensor
    def rsample(self, sample_shape: Sequence[builtins.int] = ...) -> T_Tensor: ...
    support: Union[T_Constraint, None]
    temperature: T_Tensor
from torch.distributions import Categorical as Categorical
from torch.distributions import Distribution as Distribution
from torch.distributions import ExpTransform as ExpTransform
from torch.distributions import RelaxedOneHotCategorical as RelaxedOneHotCategorical
from torch import Tensor as Tensor
from torch.distributions import TransformedDistribution as TransformedDistribution
from torch.distributions.utils import broadcast_all as broadcast_all
from torch.distributions.utils import clamp_probs as clamp_probs
import torch.distributions.constraints as constraints
