import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
import enum
class CausalBias(T_Tensor):
    def __init__(self, variant: CausalVariant, seq_len_q: builtins.int, seq_len_kv: builtins.int) -> None: ...
class CausalVariant(enum.IntEnum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    LOWER_RIGHT: CausalVariant
    UPPER_LEFT: CausalVariant
def causal_lower_right(*size) -> CausalBias: ...
def causal_upper_left(*size) -> CausalBias: ...
import torch.nn.functional as F
from torch.backends.cuda import SDPAParams as SDPAParams
from torch.backends.cuda import can_use_efficient_attention as can_use_efficient_attention
from torch.backends.cuda import can_use_flash_attention as can_use_flash_attention
from torch.backends.cuda import is_flash_attention_available as is_flash_attention_available
