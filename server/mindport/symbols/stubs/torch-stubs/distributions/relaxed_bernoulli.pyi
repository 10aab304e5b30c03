import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Size as T_Size
from torch import Tensor as T_Tensor
from torch.distributions import Distribution as T_Distribution
from torch.distributions.constraints import Constraint as T_Constraint
class LogitRelaxedBernoulli(T_Distribution):
    def __init__(self, temperature: T_Tensor, probs: Union[T_Tensor, Union[builtins.int, builtins.float]] = None, logits: Union[T_Tensor, Union[builtins.int, builtins.float]] = None, validate_args: builtins.bool = None) -> None: ...
    arg_constraints: Dict[builtins.str, T_Constraint]
    def expand(self, batch_shape, _instance = None) -> LogitRelaxedBernoulli: ...
    def log_prob(self, value) -> T_Tensor: ...
    logits: T_Tensor
    param_shape: T_Size
    probs: T_Tensor
    def rsample(self, sample_shape: Sequence[builtins.int] = ...) -> T_Tensor: ...
    support: Union[T_Constraint, None]
    temperature: T_Tensor
from torch.distributions import Distribution as Distribution
from torch.distributions import RelaxedBernoulli as RelaxedBernoulli
from torch.distributions import SigmoidTransform as SigmoidTransform
from torch import Tensor as Tensor
from torch.distributions import TransformedDistribution as TransformedDistribution
from torch.distributions.utils import broadcast_all as broadcast_all
from torch.distributions.utils import clamp_probs as clamp_probs
import torch.distributions.constraints as constraints
from torch.distributions.utils import lazy_property as lazy_property
from torch.distributions.utils import logits_to_probs as logits_to_probs
from torch.distributions.utils import probs_to_logits as probs_to_logits
