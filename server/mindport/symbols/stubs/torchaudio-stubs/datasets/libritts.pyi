import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
FOLDER_IN_ARCHIVE: builtins.str
URL: builtins.str
_CHECKSUMS: builtins.dict
def load_libritts_item(fileid: builtins.str, path: builtins.str, ext_audio: builtins.str, ext_original_txt: builtins.str, ext_normalized_txt: builtins.str) -> Tuple[T_Tensor, builtins.int, builtins.str, builtins.str, builtins.int, builtins.int, builtins.str]: ...
from torchaudio.datasets import LIBRITTS as LIBRITTS
from torchaudio.datasets.utils import _extract_tar as _extract_tar
