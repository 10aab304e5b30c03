import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.ao.nn.quantizable import LSTM as LSTM
from torch.ao.nn.quantizable import LSTMCell as LSTMCell
