import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def load_commonvoice_item(line: List[builtins.str], header: List[builtins.str], path: builtins.str, folder_audio: builtins.str, ext_audio: builtins.str) -> Tuple[T_Tensor, builtins.int, Dict[builtins.str, builtins.str]]: ...
from torchaudio.datasets import COMMONVOICE as COMMONVOICE
