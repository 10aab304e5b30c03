import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def _get_mvdr_vector(*args, **kwargs) -> T_Tensor: ...
from torchaudio.transforms import MVDR as MVDR
from torchaudio.transforms import PSD as PSD
from torchaudio.transforms import RTFMVDR as RTFMVDR
from torchaudio.transforms import SoudenMVDR as SoudenMVDR
