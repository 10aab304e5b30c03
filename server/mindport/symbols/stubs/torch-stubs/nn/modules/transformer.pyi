import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def _detect_is_causal_mask(*args, **kwargs) -> builtins.bool: ...
def _generate_square_subsequent_mask(*args, **kwargs) -> T_Tensor: ...
def _get_activation_fn(*args, **kwargs) -> Callable: ...
def _get_clones(*args, **kwargs): ...
def _get_seq_len(*args, **kwargs) -> Union[builtins.int, None]: ...
from torch.nn import Dropout as Dropout
import torch.nn.functional as F
from torch.nn import LayerNorm as LayerNorm
from torch.nn import Linear as Linear
from torch.nn import Module as Module
from torch.nn import ModuleList as ModuleList
from torch.nn import MultiheadAttention as MultiheadAttention
from torch import Tensor as Tensor
from torch.nn import Transformer as Transformer
from torch.nn import TransformerDecoder as TransformerDecoder
from torch.nn import TransformerDecoderLayer as TransformerDecoderLayer
from torch.nn import TransformerEncoder as TransformerEncoder
from torch.nn import TransformerEncoderLayer as TransformerEncoderLayer
from torch.nn.init import xavier_uniform_ as xavier_uniform_
