import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def _apply_permutation(*args, **kwargs) -> T_Tensor: ...
def apply_permutation(tensor: T_Tensor, permutation: T_Tensor, dim: builtins.int = 1) -> T_Tensor: ...
from torch.nn import GRU as GRU
from torch.nn import GRUCell as GRUCell
from torch.nn import LSTM as LSTM
from torch.nn import LSTMCell as LSTMCell
from torch.nn import Module as Module
from torch.nn.utils.rnn import PackedSequence as PackedSequence
from torch.nn import Parameter as Parameter
from torch.nn import RNN as RNN
from torch.nn import RNNBase as RNNBase
from torch.nn import RNNCell as RNNCell
from torch.nn import RNNCellBase as RNNCellBase
from torch import Tensor as Tensor
import torch.nn.init as init
