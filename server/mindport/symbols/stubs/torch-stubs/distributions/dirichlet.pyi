import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.autograd import Function as T_Function
class _Dirichlet(T_Function):
    def __init__(self, *args, **kwargs) -> None: ...
    @staticmethod
    def backward(ctx, grad_output): ...
    @staticmethod
    def forward(ctx, concentration): ...
def _Dirichlet_backward(*args, **kwargs): ...
from torch.distributions import Dirichlet as Dirichlet
from torch.distributions import ExponentialFamily as ExponentialFamily
from torch.autograd import Function as Function
from torch import Tensor as Tensor
import torch.distributions.constraints as constraints
from torch.autograd.function import once_differentiable as once_differentiable
