import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
FOLDER_IN_ARCHIVE: builtins.str
URL: builtins.str
_CHECKSUMS: builtins.dict
def load_cmuarctic_item(line: builtins.str, path: builtins.str, folder_audio: builtins.str, ext_audio: builtins.str) -> Tuple[T_Tensor, builtins.int, builtins.str, builtins.str]: ...
from torchaudio.datasets import CMUARCTIC as CMUARCTIC
from torchaudio.datasets.utils import _extract_tar as _extract_tar
