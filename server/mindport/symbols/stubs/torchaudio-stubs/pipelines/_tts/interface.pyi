import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
class _TextProcessor:
    def __call__(self, texts: Union[builtins.str, List[builtins.str]]) -> Tuple[T_Tensor, T_Tensor]: ...
    tokens: Any
class _Vocoder:
    def __call__(self, specgrams: T_Tensor, lengths: T_Tensor = None) -> Tuple[T_Tensor, Union[T_Tensor, None]]: ...
    sample_rate: Any
from torchaudio.models import Tacotron2 as Tacotron2
from torchaudio.pipelines import Tacotron2TTSBundle as Tacotron2TTSBundle
